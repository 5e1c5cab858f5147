import { isRecipientAddress, normaliseEmailAddress, showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { useState } from 'react';
import { MailToForm } from '../../../lib/forms/mail-to-form.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { mailLinkMutation } from '../queries.ts';

/** Mails the owner of a new mailbox how to sign in, to a valid address only. Spec 2 §5, send details. */
export function SendDetails({ email, alternateEmail = '' }: { email: string; alternateEmail?: string | undefined }) {
  const t = useText();
  const [sentTo, setSentTo] = useState('');
  const { run, pending, error } = useSingleCall(mailLinkMutation('shareLogin'), (_, sent) => setSentTo(sent.recipient));
  const form = useForm({
    initial: { recipient: showNames(alternateEmail) },
    // The button waits for a whole address, so nothing is ever wrong when it is sent.
    check: () => ({}),
    submit: () => run({ email, recipient: to }),
  });
  const to = normaliseEmailAddress(form.values.recipient);
  const isSent = sentTo !== '' && sentTo === to;
  return (
    <MailToForm
      form={form}
      input={form.text('recipient')}
      label={t('mailboxes.sendDetails.label')}
      hint={t('mailboxes.sendDetails.hint')}
      sent={isSent ? t('mailboxes.sendDetails.sent', { recipient: sentTo }) : null}
      error={error && !pending && errorText(error, t)}
    >
      <Button
        type="submit"
        kind="quiet"
        pending={pending}
        disabled={!isRecipientAddress(to) || isSent}
        className="flex-none"
      >
        {t('mailboxes.sendDetails.send')}
      </Button>
    </MailToForm>
  );
}
