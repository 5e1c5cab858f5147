import { and, asc, eq, inArray } from 'drizzle-orm';
import { type MailboxKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { mailboxSuspension } from '../tables.ts';

export type SuspensionRow = typeof mailboxSuspension.$inferSelect;

const ofMailbox = ({ customerId, bundleId, mailboxId }: MailboxKey) =>
  and(ofBundle(mailboxSuspension, { customerId, bundleId }), eq(mailboxSuspension.mailboxId, mailboxId));

export const listSuspensionRows = (tx: Queryable, key: MailboxKey): Promise<SuspensionRow[]> =>
  tx
    .select()
    .from(mailboxSuspension)
    .where(ofMailbox(key))
    .orderBy(asc(mailboxSuspension.createdAt), asc(mailboxSuspension.suspensionId));

export const insertSuspension = (tx: Queryable, row: SuspensionRow) => tx.insert(mailboxSuspension).values(row);

export const deleteSuspensions = (tx: Queryable, key: MailboxKey, suspensionIds: string[]) =>
  tx.delete(mailboxSuspension).where(and(ofMailbox(key), inArray(mailboxSuspension.suspensionId, suspensionIds)));
