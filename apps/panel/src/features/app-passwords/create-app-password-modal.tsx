import { type AppPasswordNameRefusal, checkAppPasswordName } from '@postern/domain/app-passwords';
import { Button } from '@postern/ui/buttons/button';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, useId, useRef, useState } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { createAppPasswordMutation } from './queries.ts';

type Props = { open: boolean; onClose: () => void };

/** Two steps: what the password is for, then the one time that it is seen. */
export function CreateAppPasswordModal({ open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '' } = useSession();
  const [password, setPassword] = useState<string | null>(null);
  const { run, pending, error } = useSingleCall(createAppPasswordMutation(email), (answer) =>
    setPassword(answer.password),
  );
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t(password ? 'appPasswords.create.doneTitle' : 'appPasswords.create.title')}
      description={password ? t('appPasswords.create.doneText', { email }) : t('appPasswords.create.text')}
      // It is never seen again: no press beside it takes it away.
      locked={password !== null}
      formId={formId}
      submitLabel={t('appPasswords.create.submit')}
      pending={pending}
      footer={password && <Button onClick={onClose}>{t('appPasswords.create.close')}</Button>}
    >
      {password ? (
        <NewPassword password={password} />
      ) : (
        <NameForm id={formId} onName={run} pending={pending} error={error} />
      )}
    </FormModal>
  );
}

type FormProps = { id: string; onName: (name: string) => void; pending: boolean; error: Error | null };

function NameForm({ id, onName, pending, error }: FormProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<AppPasswordNameRefusal['code'] | null>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const name = checkAppPasswordName(typed);
    setProblem(name.ok ? null : name.code);
    if (name.ok) onName(name.value);
    else input.current?.focus();
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t('appPasswords.create.name')}
        hint={t('appPasswords.create.nameHint')}
        error={problem && t(`appPasswords.create.${problem}`)}
      >
        <TextInput
          ref={input}
          name="name"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      {error && <SubmitFailure failure={error} pending={pending} />}
    </form>
  );
}

function NewPassword({ password }: { password: string }) {
  const t = useText();
  const source = useRef<HTMLParagraphElement>(null);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-sunken px-5 py-4">
      <p ref={source} className="font-mono wrap-anywhere">
        {password}
      </p>
      <CopyButton
        text={password}
        source={source}
        idleLabel={t('appPasswords.create.copy')}
        copiedLabel={t('appPasswords.copy.copied')}
        failedLabel={t('appPasswords.copy.failed')}
      />
    </div>
  );
}
