import { isEmailAddress, isRecipientAddress, normaliseEmailAddress, showNames } from '@postern/domain/addresses';
import { Field } from '@postern/ui/forms/field';
import { useId } from 'react';
import { EmailInput } from '../../../lib/forms/email-input.tsx';
import { Form } from '../../../lib/forms/form.tsx';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { fieldCodes } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { DialogProps } from '../dialog-props.ts';
import { nameOf } from '../mailbox-name.ts';
import { mailLinkMutation } from '../queries.ts';

const CHECKS = { resetPassword: isEmailAddress, shareLogin: isRecipientAddress };

type Props = DialogProps & { kind: keyof typeof CHECKS };

/** Mails a link to choose a password: a new one, or in a young domain the first one. Spec 2 §2, modals; Spec 2 §5. */
export function MailLinkModal({ kind, mailbox, open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { email, alternateEmail = '' } = mailbox;
  const { run, pending, error } = useSingleCall(mailLinkMutation(kind), (_, sent) => {
    showToast(t(`mailboxes.${kind}.done`, { recipient: sent.recipient }), { kind: 'success' });
    onClose();
  });
  const form = useForm({
    initial: { recipient: showNames(alternateEmail) },
    check: ({ recipient }) => ({ recipient: !CHECKS[kind](normaliseEmailAddress(recipient)) }),
    failure: error,
    refused: (failure) => ({ recipient: 'recipient' in fieldCodes(failure) }),
    submit: ({ recipient }) => run({ email, recipient: normaliseEmailAddress(recipient) }),
  });
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={500}
      title={t(`mailboxes.${kind}.title`, { name: nameOf(mailbox) })}
      description={t(`mailboxes.${kind}.text`, { email })}
      formId={formId}
      submitLabel={t(`mailboxes.${kind}.confirm`)}
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-4">
        <Field
          label={t('mailboxes.mailLink.recipient')}
          hint={t('mailboxes.mailLink.hint')}
          error={form.problem('recipient') && t('mailboxes.create.invalidEmail')}
        >
          <EmailInput {...form.text('recipient')} />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}
