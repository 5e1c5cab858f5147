import { showNames, withoutDomain } from '@postern/domain/addresses';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { checkAddress, checkRecipients, type FieldProblem, type RecipientsTyped } from './check-forwarder-form.ts';
import { refusedFields } from './refused-fields.ts';
import type { NewForwarder } from './queries.ts';
import { RecipientsField } from './recipients-field.tsx';

type Props = {
  /** Names the form for the button that sends it from outside. */
  id: string;
  domain: string;
  /** Addresses of the forwarders there are. */
  forwarders: readonly string[];
  pending: boolean;
  failure: Error | null;
  /** What was sent last, which `failure` is about. */
  sent: NewForwarder | null;
  onSubmit: (forwarder: NewForwarder) => void;
  firstField: RefObject<HTMLInputElement | null>;
};

/** The address of a new forwarder and who gets its mail. Spec 2 §5, forwarding. */
export function CreateForwarderForm({ id, domain, forwarders, pending, failure, sent, onSubmit, firstField }: Props) {
  const t = useText();
  const recipientsInput = useRef<HTMLInputElement>(null);
  const [userName, setUserName] = useState('');
  const [recipients, setRecipients] = useState<RecipientsTyped>({ chosen: [], typed: '' });
  const [isTouched, setTouched] = useState(false);
  const email = `${userName.trim().toLowerCase()}@${domain}`;
  const wrong = {
    address: checkAddress(userName, domain),
    recipients: checkRecipients(recipients, { email, domainName: domain }, forwarders),
  };
  const refused = refusedFields(failure, domain, sent?.recipients ?? []);
  // What the server refused is wrong until it is changed.
  const address = sent?.email === email ? (refused.address ?? shown('address')) : shown('address');
  const isSent = sent?.recipients.join() === recipients.chosen.join() && recipients.typed === '';
  const chosen = isSent ? (refused.recipients ?? shown('recipients')) : shown('recipients');

  function shown(field: 'address' | 'recipients'): FieldProblem | undefined {
    return isTouched ? wrong[field] : undefined;
  }
  useEffect(() => {
    const { address: badAddress, recipients: badRecipients } = refusedFields(failure, domain, []);
    if (badAddress) firstField.current?.focus();
    else if (badRecipients) recipientsInput.current?.focus();
  }, [failure, domain, firstField]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    if (wrong.address) firstField.current?.focus();
    else if (wrong.recipients) recipientsInput.current?.focus();
    else onSubmit({ email, recipients: recipients.chosen });
  }
  /** A whole address of this domain, pasted, is its user name. */
  const typeUserName = (text: string) => setUserName(withoutDomain(text, domain));

  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-5">
      <Field label={t('forwarders.address.label')} error={address && t(address.key, address.values)}>
        <TextInput
          ref={firstField}
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={userName}
          onChange={(event) => typeUserName(event.target.value)}
          suffix={<span className="max-w-[45vw] truncate phone:max-w-60">@{showNames(domain)}</span>}
        />
      </Field>
      <RecipientsField ref={recipientsInput} value={recipients} onChange={setRecipients} problem={chosen} />
      {failure && !refused.address && !refused.recipients && <SubmitFailure failure={failure} pending={pending} />}
    </form>
  );
}
