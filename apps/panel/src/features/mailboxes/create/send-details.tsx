import { isRecipientAddress, normaliseEmailAddress, showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { mailLinkMutation } from '../queries.ts';

/** Mails the owner of a new mailbox how to sign in, to a valid address only. Spec 2 §5, send details. */
export function SendDetails({ email, alternateEmail = '' }: { email: string; alternateEmail?: string | undefined }) {
  const t = useText();
  const [recipient, setRecipient] = useState(showNames(alternateEmail));
  const [sentTo, setSentTo] = useState('');
  const { run, pending, error } = useSingleCall(mailLinkMutation('shareLogin'), (_, sent) => setSentTo(sent.recipient));
  const to = normaliseEmailAddress(recipient);
  const isSent = sentTo !== '' && sentTo === to;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRecipientAddress(to) && !isSent) run({ email, recipient: to });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={t('mailboxes.sendDetails.label')}
        hint={
          <span role="status" className={isSent ? 'text-good' : undefined}>
            {isSent ? t('mailboxes.sendDetails.sent', { recipient: sentTo }) : t('mailboxes.sendDetails.hint')}
          </span>
        }
        error={error && !pending && errorText(error, t)}
      >
        <div className="flex gap-2.5">
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={320}
            value={recipient}
            onChange={(event) => setRecipient(event.target.value)}
          />
          <Button
            type="submit"
            kind="quiet"
            pending={pending}
            disabled={!isRecipientAddress(to) || isSent}
            className="flex-none"
          >
            {t('mailboxes.sendDetails.send')}
          </Button>
        </div>
      </Field>
    </form>
  );
}
