import type { ImportTask } from '@postern/contract/mail-import';
import { REMOTE_PASSWORD_MAXIMUM_CHARACTERS } from '@postern/domain/mail-import';
import { Field } from '@postern/ui/forms/field';
import { PasswordInput } from '@postern/ui/forms/password-input';
import type { ReactNode, RefObject } from 'react';
import { type FieldProblem, problemText } from '../../lib/forms/field-problem.ts';
import { Form } from '../../lib/forms/form.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';

type Wrong = { remotePassword?: FieldProblem | undefined };

type Props = {
  id?: string;
  task: Pick<ImportTask, 'sourceEmail' | 'host'>;
  pending: boolean;
  failure: Error | null;
  firstField?: RefObject<HTMLInputElement | null>;
  onSubmit: (remotePassword: string) => void;
  /** The buttons, where no dialog has them. */
  children?: ReactNode;
};

/** The password at the old provider. Spaces at its ends belong to it. */
export function PasswordForm({ id, task, pending, failure, firstField, onSubmit, children }: Props) {
  const t = useText();
  const form = useForm({
    initial: { remotePassword: '' },
    check: ({ remotePassword }): Wrong => ({
      remotePassword: remotePassword === '' ? { key: 'mailImport.new.passwordRequired' } : undefined,
    }),
    failure,
    refused: (refusal): Wrong =>
      hasCode(refusal, 'IMAP_AUTH_FAILED') ? { remotePassword: { key: 'mailImport.new.passwordRefused' } } : {},
    submit: ({ remotePassword }) => onSubmit(remotePassword),
  });
  return (
    <Form form={form} {...(id === undefined ? {} : { id })} className="grid gap-4">
      <Field
        label={t('mailImport.password.label', { email: task.sourceEmail })}
        hint={t('mailImport.new.passwordHint')}
        error={problemText(form.problem('remotePassword'), t)}
      >
        <PasswordInput
          {...(firstField ? { ref: firstField } : {})}
          {...form.text('remotePassword')}
          autoComplete="off"
          maxLength={REMOTE_PASSWORD_MAXIMUM_CHARACTERS}
          showLabel={t('mailImport.new.showPassword')}
          hideLabel={t('mailImport.new.hidePassword')}
        />
      </Field>
      {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      {children}
    </Form>
  );
}
