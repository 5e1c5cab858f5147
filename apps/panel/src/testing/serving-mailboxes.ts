import type { MailAccount } from '@postern/contract/mailboxes';
import { compareMailboxes, matchesSearch } from '@postern/domain/mailboxes';
import type { Handlers } from './operations.ts';

let made = 0;

/** A mailbox with the details that a test is about. */
export const aMailbox = (displayName: string, userName: string, changes: Partial<MailAccount> = {}): MailAccount => {
  made += 1;
  return {
    id: `00000000-0000-4000-9000-${String(made).padStart(12, '0')}`,
    email: `${userName}@bluebottle.coffee`,
    displayName,
    isAdmin: false,
    isCatchAll: false,
    status: 'active',
    quotaUsed: 0,
    quotaLimit: 30_720,
    createdOnEpochMillis: Date.UTC(2026, 4, 4),
    flags: [],
    aliases: [],
    addons: [],
    addonHeadings: [],
    ...changes,
  };
};

/** The seven mailboxes of the design. */
export const sevenMailboxes = (): MailAccount[] => [
  aMailbox('Ada Fields', 'ada', { isAdmin: true, quotaUsed: 12_697.6 }),
  aMailbox('Anna-Lena Oberhuber-Castellanos', 'anna-lena.oberhuber-castellanos', { quotaUsed: 2150 }),
  aMailbox('Bert Maas', 'bert', { quotaUsed: 29_593.6 }),
  aMailbox('Cleo Papadaki', 'cleo', { status: 'suspended', quotaUsed: 6912 }),
  aMailbox('Dev Patel', 'dev', { isAdmin: true, quotaUsed: 340 }),
  aMailbox('Events', 'events', { quotaUsed: 4116.5 }),
  aMailbox('Orders', 'orders', { isCatchAll: true, quotaUsed: 30_720 }),
];

export const manyMailboxes = (count: number): MailAccount[] =>
  Array.from({ length: count }, (_, n) => aMailbox(`Person ${n}`, `person-${String(n).padStart(6, '0')}`));

/** A server that keeps mailboxes in a list, with pages of the requested size and the domain's search. */
export function servingMailboxes(all: MailAccount[]): Handlers {
  return {
    listMailboxes: ({ limit, cursor, q = '', sort, order, status, role }) => {
      const passes = ({ status: is, isAdmin, quotaUsed, quotaLimit }: MailAccount) =>
        (status === undefined || (status === 'full' ? quotaUsed >= quotaLimit : is === status)) &&
        (role === undefined || isAdmin === (role === 'admin'));
      const found = all.filter((mailbox) => matchesSearch(q, mailbox) && passes(mailbox)).sort(compareMailboxes);
      if (sort === 'name') found.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
      if (sort === 'storage') found.sort((a, b) => a.quotaUsed - b.quotaUsed);
      if (sort === 'signIn') found.sort((a, b) => (a.lastSignInEpochMillis ?? 0) - (b.lastSignInEpochMillis ?? 0));
      if (sort === 'created') found.sort((a, b) => a.createdOnEpochMillis - b.createdOnEpochMillis);
      if (order === 'descending') found.reverse();
      const start = cursor ? Number(cursor) : 0;
      const end = start + limit;
      const nextCursor = end < found.length ? String(end) : null;
      return {
        accounts: found.slice(start, end),
        nextCursor,
        total: (q === '' && status === undefined && role === undefined) || found.length <= limit ? found.length : null,
      };
    },
    createMailbox: ({ email, displayName = '', isAdmin, alternateEmail }) => {
      const account = aMailbox(displayName, email.split('@')[0] ?? '', {
        isAdmin,
        ...(alternateEmail ? { alternateEmail } : {}),
      });
      all.push(account);
      return { account };
    },
  };
}
