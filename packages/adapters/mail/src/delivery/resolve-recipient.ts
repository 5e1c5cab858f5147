import type { MailDirectory, RecipientVerdict } from '../port.ts';
import {
  mailboxDisabled,
  notProvenYet,
  overQuota,
  relayDenied,
  tryLater,
  unknownRecipient,
} from '../smtp/smtp-refusal.ts';
import type { UsageLedger } from '../usage/usage-ledger.ts';
import { withTimeout } from '../with-timeout.ts';
import { parseMailboxAddress, withoutTag } from './mailbox-address.ts';

/** A mailbox that a message goes to. */
export type DeliveryTarget = { mailboxId: string; address: string; quotaBytes: number };

/** The mailboxes that receive for an address; throws the refusal for the sender. `isSubmitted`: one of our own mailboxes sends. */
export async function resolveRecipient(
  directory: MailDirectory,
  rawAddress: string,
  timeoutMs: number,
  isSubmitted: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<DeliveryTarget[]> {
  const address = parseMailboxAddress(rawAddress);
  if (!address) throw unknownRecipient();
  const ask = (question: string) => withTimeout(directory.resolveRecipient(question), timeoutMs);
  const exact = await ask(address.address);
  const base = withoutTag(address);
  // An address that really contains the tag comes first, then the address without it, then the catch-all (RFC 5233).
  if (base === null || isOwnMatch(exact) || exact.kind === 'not-local' || exact.kind === 'waiting')
    return targetsOf(await forSender(exact, isSubmitted));
  const untagged = await ask(base);
  return targetsOf(await forSender(isOwnMatch(untagged) ? untagged : exact, isSubmitted));
}

/** Mail from our own mailboxes to a domain whose mail first goes elsewhere is mail for a foreign domain. */
async function forSender(verdict: RecipientVerdict, isSubmitted: () => Promise<boolean>): Promise<RecipientVerdict> {
  const isElsewhere = verdict.kind === 'mailboxes' && verdict.isFromOutsideOnly === true;
  return isElsewhere && (await isSubmitted()) ? { kind: 'not-local' } : verdict;
}

function isOwnMatch(verdict: RecipientVerdict): boolean {
  return verdict.kind === 'disabled' || (verdict.kind === 'mailboxes' && verdict.via !== 'catch-all');
}

function targetsOf(verdict: RecipientVerdict): DeliveryTarget[] {
  switch (verdict.kind) {
    case 'unknown':
      throw unknownRecipient();
    case 'not-local':
      throw relayDenied();
    case 'waiting':
      throw notProvenYet();
    case 'disabled':
      throw mailboxDisabled();
    case 'mailboxes':
      if (verdict.mailboxes.length === 0) throw mailboxDisabled();
      return verdict.mailboxes;
  }
}

/**
 * Refuses a recipient early if a message of the declared size (0 if not declared) wouldn't fit. An address that leads to
 * several mailboxes is refused if one of them is full, so that the sender knows instead of one mailbox silently missing it.
 */
export async function refuseWhenFull(ledger: UsageLedger, targets: DeliveryTarget[], sizeBytes: number): Promise<void> {
  for (const target of targets) {
    const usage = await ledger.current(target.address);
    // The panel knows the mailbox; the store doesn't have it yet, or still has the previous owner's.
    if (usage?.mailboxId !== target.mailboxId) throw tryLater();
    if (usage.bytes >= target.quotaBytes || usage.bytes + sizeBytes > target.quotaBytes) throw overQuota();
  }
}
