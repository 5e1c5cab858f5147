import type { MailAccount } from '@postern/contract/mailboxes';
import { showNames } from '@postern/domain/addresses';
import { checkAlternateEmail } from '@postern/domain/mailboxes';
import { Banner } from '@postern/ui/feedback/banner';
import { Field } from '@postern/ui/forms/field';
import { useId, useRef } from 'react';
import { EmailInput } from '../../lib/forms/email-input.tsx';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { nameOf } from './mailbox-name.ts';
import { updateMailboxMutation } from './queries.ts';

type Props = {
  mailbox: MailAccount;
  open: boolean;
  onClose: () => void;
  /** Called after saving, when the viewer's own address is asked for before creating a mailbox. */
  onSaved?: () => void;
};

/** Asks for an address at which a mailbox's owner can be reached without the mailbox. Spec 2 §5, alternate-email prompt. */
export function AlternateEmailModal({ mailbox, open, onClose, onSaved }: Props) {
  const t = useText();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(updateMailboxMutation(bundleId), () => {
    showToast(t('mailboxes.alternateEmail.done', { email: mailbox.email }), { kind: 'success' });
    if (onSaved) onSaved();
    else onClose();
  });
  const check = (userEmail: string) => checkAlternateEmail(userEmail, mailbox.email);
  const form = useForm({
    initial: { userEmail: showNames(mailbox.alternateEmail ?? '') },
    check: ({ userEmail }) => {
      const checked = check(userEmail);
      return { userEmail: checked.ok ? null : checked.code };
    },
    failure: error,
    refused: (failure) => ({ userEmail: 'userEmail' in fieldCodes(failure) ? ('invalid' as const) : null }),
    submit: ({ userEmail }) => {
      const checked = check(userEmail);
      if (checked.ok) run({ accountId: mailbox.id, userEmail: checked.value });
    },
  });
  const problem = form.problem('userEmail');
  const place = onSaved ? 'prompt' : 'edit';
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={500}
      title={t(`mailboxes.alternateEmail.${place}Title`, { name: nameOf(mailbox) })}
      description={t(`mailboxes.alternateEmail.${place}Text`, { email: mailbox.email })}
      initialFocus={input}
      formId={formId}
      submitLabel={t(onSaved ? 'mailboxes.alternateEmail.continue' : 'mailboxes.alternateEmail.save')}
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-4">
        <Field label={t('mailboxes.create.alternateEmail')} error={problem && t(`mailboxes.alternateEmail.${problem}`)}>
          <EmailInput ref={input} {...form.text('userEmail')} />
        </Field>
        {form.failure && (
          <Banner kind="bad" live>
            {t('mailboxes.alternateEmail.commonError')} {errorText(form.failure, t)}
          </Banner>
        )}
      </Form>
    </FormModal>
  );
}
