import type { MailAccount } from '@postern/contract/mailboxes';
import { matchesSearch } from '@postern/domain/mailboxes';
import type { Handlers } from './operations.ts';
import { aMailbox } from './serving-mailboxes.ts';

const aChoice = (name: string, place: number, aliases: string[]): MailAccount =>
  aMailbox(`${name[0]?.toUpperCase() ?? ''}${name.slice(1)} of the bakery`, name, {
    id: `00000000-0000-4000-b000-${String(place).padStart(12, '0')}`,
    aliases,
    ...(name.includes('@') ? { email: name } : {}),
  });

/** A server with these mailboxes, at bluebottle.coffee if it isn't said, and their search; for screens on which a mailbox is chosen. */
export function servingChoices(names: readonly string[], aliases: Record<string, string[]> = {}): Handlers {
  const all = names.map((name, place) => aChoice(name, place, aliases[name] ?? []));
  return {
    listMailboxes: ({ q = '', email, limit }) => {
      const found = all.filter((mailbox) => (email ? mailbox.email === email : matchesSearch(q, mailbox)));
      const accounts = found.slice(0, limit);
      return { accounts, nextCursor: null, total: accounts.length };
    },
  };
}
