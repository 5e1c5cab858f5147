import type { Sender } from '@postern/adapter-mail/port';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailAlias } from '../aliases/tables.ts';
import { nameRegistry } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';

/** Whether a domain is proven, so that its mailboxes may send. ADR 24. */
export const maySendFrom = (domainName: string) =>
  sql<boolean>`exists (select from mail.standing where standing.name = ${domainName} and standing.may_send)`;

/**
 * A mailbox, asked for by its address or one of its aliases, may send as all of them, unless it is suspended, still being created, or in a
 * domain that isn't proven.
 */
export async function findSender(tx: Queryable, address: string): Promise<Sender | null> {
  const [name] = await tx
    .select()
    .from(nameRegistry)
    .where(and(eq(nameRegistry.name, address), inArray(nameRegistry.kind, ['mailbox', 'alias'])));
  if (name === undefined) return null;
  const mailboxId =
    name.kind === 'mailbox'
      ? eq(mailbox.mailboxId, name.targetId)
      : inArray(
          mailbox.mailboxId,
          tx.select({ mailboxId: mailAlias.mailboxId }).from(mailAlias).where(eq(mailAlias.aliasId, name.targetId)),
        );
  const rows = await tx
    .select({
      ...{ own: mailbox.address, state: mailbox.state, suspended: mailbox.suspended, alias: mailAlias.address },
      maySend: maySendFrom(address.slice(address.lastIndexOf('@') + 1)),
    })
    .from(mailbox)
    .leftJoin(mailAlias, and(ofBundle(mailAlias, mailbox), eq(mailAlias.mailboxId, mailbox.mailboxId)))
    .where(and(ofBundle(mailbox, name), mailboxId));
  const [first] = rows;
  if (first === undefined) return null;
  if (first.state !== 'ready' || first.suspended || !first.maySend) return { mailbox: first.own, addresses: [] };
  return { mailbox: first.own, addresses: [first.own, ...rows.flatMap(({ alias }) => alias ?? [])] };
}
