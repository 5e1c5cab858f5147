import { showNames } from '@postern/domain/addresses';
import type { MailAccount } from '@postern/contract/mailboxes';
import { checkAlternateEmail } from '@postern/domain/mailboxes';
import { Banner } from '@postern/ui/feedback/banner';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, useId, useRef, useState } from 'react';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
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
  const [typed, setTyped] = useState(showNames(mailbox.alternateEmail ?? ''));
  const [isSent, setSent] = useState(false);
  const { run, pending, error } = useSingleCall(updateMailboxMutation(bundleId), () => {
    showToast(t('mailboxes.alternateEmail.done', { email: mailbox.email }), { kind: 'success' });
    if (onSaved) onSaved();
    else onClose();
  });
  const checked = checkAlternateEmail(typed, mailbox.email);
  const refused = 'userEmail' in fieldCodes(error) ? 'invalid' : null;
  const problem = checked.ok ? refused : checked.code;
  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (checked.ok) run({ accountId: mailbox.id, userEmail: checked.value });
    else input.current?.focus();
  }
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
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={t('mailboxes.create.alternateEmail')}
          error={isSent && problem && t(`mailboxes.alternateEmail.${problem}`)}
        >
          <TextInput
            ref={input}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={320}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {error && !refused && (
          <Banner kind="bad" live>
            {t('mailboxes.alternateEmail.commonError')} {errorText(error, t)}
          </Banner>
        )}
      </form>
    </FormModal>
  );
}
