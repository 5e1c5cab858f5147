import type { MailAccount } from '@postern/contract/mailboxes';
import type { MailboxRow } from './read-mailbox-page.ts';

const BYTES_A_MB = 1_048_576;

/** A mailbox as the API shows it. */
export function toMailAccount(row: MailboxRow): MailAccount {
  const { addOns } = row;
  const headings = addOns === null ? [] : [...new Map(addOns.map((addOn) => [addOn.heading, addOn])).values()];
  return {
    id: row.mailboxId,
    email: row.address,
    displayName: row.displayName,
    isAdmin: row.isAdmin,
    isCatchAll: row.isCatchAll === true,
    status: row.suspended ? 'suspended' : 'active',
    // Up, so that a mailbox with one short message isn't shown as empty.
    quotaUsed: Math.ceil((row.usedBytes / BYTES_A_MB) * 1000) / 1000,
    quotaLimit: row.quotaMb,
    createdOnEpochMillis: row.createdOnEpochMillis,
    ...(row.lastSignInMillis ? { lastSignInEpochMillis: row.lastSignInMillis } : {}),
    ...(row.state === 'creating' ? { isCreating: true } : {}),
    ...(row.alternateEmail === null ? {} : { alternateEmail: row.alternateEmail }),
    flags: row.flags,
    aliases: row.aliases ?? [],
    addons: (addOns ?? []).map(({ id, type, status }) => ({ id, type, status })),
    addonHeadings: headings.map(({ heading }) => heading),
    ...(headings.length > 0 ? { addonNames: headings.map(({ names }) => names) } : {}),
  };
}
