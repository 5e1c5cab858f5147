import { checkAppPasswordName } from '@postern/domain/app-passwords';
import { Button } from '@postern/ui/buttons/button';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { useId, useRef, useState } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { createAppPasswordMutation } from './queries.ts';

type Props = { open: boolean; onClose: () => void };

/** Two steps: the password's name, then the password, which is shown only once. */
export function CreateAppPasswordModal({ open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '' } = useSession();
  const [password, setPassword] = useState<string | null>(null);
  const { run, pending, error } = useSingleCall(createAppPasswordMutation(email), (answer) =>
    setPassword(answer.password),
  );
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      const checked = checkAppPasswordName(name);
      return { name: checked.ok ? null : checked.code };
    },
    failure: error,
    submit: ({ name }) => {
      const checked = checkAppPasswordName(name);
      if (checked.ok) run(checked.value);
    },
  });
  const problem = form.problem('name');
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t('appPasswords.create.title')}
      description={t('appPasswords.create.text')}
      formId={formId}
      submitLabel={t('appPasswords.create.submit')}
      pending={pending}
      outcome={
        password !== null && {
          title: t('appPasswords.create.doneTitle'),
          description: t('appPasswords.create.doneText', { email }),
          width: 480,
          isSeenOnce: true,
          content: <NewPassword password={password} />,
          buttons: <Button onClick={onClose}>{t('appPasswords.create.close')}</Button>,
        }
      }
    >
      <Form form={form} id={formId} className="grid gap-4">
        <Field
          label={t('appPasswords.create.name')}
          hint={t('appPasswords.create.nameHint')}
          error={problem && t(`appPasswords.create.${problem}`)}
        >
          <TextInput {...form.text('name')} autoComplete="off" maxLength={200} />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
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
