import {
  checkForwarderAddress,
  checkRecipient,
  checkRecipientCount,
  type ForwarderAddressRefusal,
  type RecipientCountRefusal,
  type RecipientKind,
  type RecipientRefusal,
} from '@postern/domain/forwarders';
import { type FieldProblem, problemOf } from '../../lib/forms/field-problem.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';

/** The recipients in their field: the chosen ones, and text that was typed without choosing. */
export type RecipientsTyped = { chosen: string[]; typed: string };

const ADDRESS_TEXTS: Record<ForwarderAddressRefusal['code'], MessageKey> = {
  OTHER_DOMAIN: 'forwarders.address.otherDomain',
  USER_NAME_REQUIRED: 'forwarders.address.required',
  USER_NAME_TOO_LONG: 'forwarders.address.tooLong',
  USER_NAME_HAS_PLUS: 'forwarders.address.plus',
  USER_NAME_CHARACTERS: 'forwarders.address.characters',
  USER_NAME_DOTS: 'forwarders.address.dots',
};

const RECIPIENT_TEXTS: Record<(RecipientRefusal | RecipientCountRefusal)['code'], MessageKey> = {
  OTHER_DOMAIN: 'forwarders.recipients.otherDomain',
  FORWARDER_LOOP: 'forwarders.recipients.loop',
  RECIPIENT_NOT_A_MAILBOX: 'forwarders.recipients.notMailbox',
  LAST_RECIPIENT: 'forwarders.recipients.required',
  TOO_MANY_RECIPIENTS: 'forwarders.recipients.tooMany',
};

/** The text for a code with which the server refused recipients; a general text for an unknown code. */
export const recipientText = (code: string): MessageKey =>
  RECIPIENT_TEXTS[code as keyof typeof RECIPIENT_TEXTS] ?? 'forwarders.recipients.refused';

/** What is wrong with the part before the @ of a new forwarder. Spec 2 §5. */
export const checkAddress = (userName: string, domainName: string): FieldProblem | undefined =>
  problemOf(checkForwarderAddress(`${userName.trim()}@${domainName}`, domainName), ADDRESS_TEXTS);

/** What is wrong with the recipients of a forwarder; `forwarders` are the domain's, to prevent loops. Spec 2 §5. */
export function checkRecipients(
  { chosen, typed }: RecipientsTyped,
  of: { email: string; domainName: string },
  forwarders: readonly string[],
): FieldProblem | undefined {
  // A chosen recipient is a mailbox; typed text may be anything.
  const given: [email: string, kind: RecipientKind][] = chosen.map((email) => [email, 'mailbox']);
  const left = typed.trim().toLowerCase();
  if (left !== '') given.push([left.includes('@') ? left : `${left}@${of.domainName}`, kindOf(left, of, forwarders)]);
  for (const [email, kind] of given) {
    const checked = checkRecipient(email, kind, of);
    if (checked.ok) continue;
    const key = email === of.email ? 'forwarders.recipients.itself' : RECIPIENT_TEXTS[checked.code];
    return { key, values: { email, ...checked.attrs } };
  }
  return problemOf(checkRecipientCount(chosen.length), RECIPIENT_TEXTS);
}

const kindOf = (text: string, { domainName }: { domainName: string }, forwarders: readonly string[]): RecipientKind =>
  forwarders.includes(text.includes('@') ? text : `${text}@${domainName}`) ? 'forwarder' : null;
