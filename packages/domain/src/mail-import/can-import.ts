import type { Role } from '../sign-in/index.ts';
import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { FULL_PERCENT, RUNNING_IN_DOMAIN_MAXIMUM, RUNNING_INTO_MAILBOX_MAXIMUM } from './limits.ts';

export type QuotaRefusal = Refusal<
  'QUOTA_TOO_SMALL',
  {
    reason: 'FULL' | 'DOES_NOT_FIT';
    usedBytes: number;
    quotaBytes: number;
    neededBytes: number;
    /** How much more room the mailbox needs. */
    missingBytes: number;
  }
>;

/**
 * Whether a mailbox has room for an import: at most 95 % of it is used, and what the source holds fits into the rest. `neededBytes` is 0
 * while nobody has asked the source. Spec 2 §5.
 */
export function canImport(room: { usedBytes: number; quotaBytes: number; neededBytes: number }): Verdict<QuotaRefusal> {
  const { usedBytes, quotaBytes, neededBytes } = room;
  // In whole numbers, so that exactly 95 % is allowed.
  const isFull = usedBytes * 100 > quotaBytes * FULL_PERCENT;
  const missingBytes = Math.max(0, usedBytes + neededBytes - quotaBytes);
  if (isFull) return refused('QUOTA_TOO_SMALL', { reason: 'FULL', ...room, missingBytes });
  if (missingBytes > 0) return refused('QUOTA_TOO_SMALL', { reason: 'DOES_NOT_FIT', ...room, missingBytes });
  return allowed;
}

/**
 * Who may import into a mailbox: the domain's admins into each one, and a person into the own one. Supporters may not: they would collect
 * other people's passwords. Spec 2 §1, §6.
 */
export const mayImportInto = (actor: { role: Role; mailboxId: string | null }, mailboxId: string): boolean =>
  actor.role === 'domainAdmin' || (actor.role === 'accountAdmin' && actor.mailboxId === mailboxId);

/** Who may see and use imports at all: into some mailbox, at least. */
export const mayImport = (role: Role): boolean => role === 'domainAdmin' || role === 'accountAdmin';

/** Only admins may ask the owner of a source for the password. A mailbox user imports their own mail and knows it. */
export const mayAskOwner = (role: Role): boolean => role === 'domainAdmin';

/** Only admins see which addresses don't exist here, because the evidence comes from other people's mail. */
export const maySeeMissingAddresses = (role: Role): boolean => role === 'domainAdmin';

/** Whether one more import may run now, or waits its turn. */
export const mayRunNow = ({ inDomain, intoMailbox }: { inDomain: number; intoMailbox: number }): boolean =>
  inDomain < RUNNING_IN_DOMAIN_MAXIMUM && intoMailbox < RUNNING_INTO_MAILBOX_MAXIMUM;
