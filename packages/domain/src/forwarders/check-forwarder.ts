import { checkMailboxUserName, normaliseEmailAddress, type UserNameRefusal } from '../addresses/index.ts';
import { accepted, allowed, type Outcome, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { FORWARDER_RECIPIENTS_MAXIMUM, FORWARDERS_MAXIMUM } from './limits.ts';

export type ForwarderAddressRefusal = UserNameRefusal | Refusal<'OTHER_DOMAIN', { domainName: string }>;

/** The address of a new forwarder; always of the domain. Spec 2 §5, forwarding. */
export function checkForwarderAddress(text: string, domainName: string): Outcome<string, ForwarderAddressRefusal> {
  const given = normaliseEmailAddress(text.slice(0, 1000));
  const at = given.lastIndexOf('@');
  if (given.slice(at + 1) !== domainName) return refused('OTHER_DOMAIN', { domainName });
  const userName = checkMailboxUserName(given.slice(0, Math.max(0, at)));
  return userName.ok ? accepted(`${userName.value}@${domainName}`) : userName;
}

/** What a recipient address is; null when the domain doesn't have it. */
export type RecipientKind = 'mailbox' | 'alias' | 'forwarder' | null;

export type RecipientRefusal =
  | Refusal<'OTHER_DOMAIN', { domainName: string }>
  | Refusal<'FORWARDER_LOOP', { email: string }>
  | Refusal<'RECIPIENT_NOT_A_MAILBOX', { email: string }>;

/**
 * Whether a forwarder may deliver to an address of the domain: only to mailboxes, so that there can be no loop and no dead end. Spec 2 §5:
 * only to accounts within the same domain.
 */
export function checkRecipient(
  email: string,
  kind: RecipientKind,
  of: { email: string; domainName: string },
): Verdict<RecipientRefusal> {
  if (email.slice(email.lastIndexOf('@') + 1) !== of.domainName)
    return refused('OTHER_DOMAIN', { domainName: of.domainName });
  if (email === of.email || kind === 'forwarder') return refused('FORWARDER_LOOP', { email });
  return kind === 'mailbox' ? allowed : refused('RECIPIENT_NOT_A_MAILBOX', { email });
}

export type RecipientCountRefusal =
  | Refusal<'LAST_RECIPIENT', Record<never, never>>
  | Refusal<'TOO_MANY_RECIPIENTS', { limit: number }>;

/** Whether a forwarder may have this many recipients: without one it would lose mail. */
export function checkRecipientCount(count: number): Verdict<RecipientCountRefusal> {
  if (count < 1) return refused('LAST_RECIPIENT', {});
  return count <= FORWARDER_RECIPIENTS_MAXIMUM
    ? allowed
    : refused('TOO_MANY_RECIPIENTS', { limit: FORWARDER_RECIPIENTS_MAXIMUM });
}

export type AddForwarderRefusal = Refusal<'FORWARDER_LIMIT_REACHED', { limit: number }>;

/** Whether the domain may have one more forwarder. */
export function canAddForwarder(count: number): Verdict<AddForwarderRefusal> {
  return count < FORWARDERS_MAXIMUM ? allowed : refused('FORWARDER_LIMIT_REACHED', { limit: FORWARDERS_MAXIMUM });
}
