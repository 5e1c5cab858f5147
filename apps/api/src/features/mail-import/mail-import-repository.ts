import { OPEN_STATUSES } from '@postern/domain/mail-import';
import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { mailImport, mailImportFolder, mailImportIssue } from './tables.ts';

export type ImportRow = typeof mailImport.$inferSelect;
export type FolderRow = typeof mailImportFolder.$inferSelect;
export type IssueRow = typeof mailImportIssue.$inferSelect;
export type ImportKey = BundleKey & { taskId: string };

/** Imports that a list shows; older ones are found by their ledger only. */
const LISTED_MAXIMUM = 500;

const ofTask = (key: ImportKey): SQL | undefined => and(ofBundle(mailImport, key), eq(mailImport.taskId, key.taskId));

/** The rows of a task in a table of its folders, batches or issues. */
export const ofTaskIn = (
  table: typeof mailImportFolder | typeof mailImportIssue,
  { customerId, taskId }: Pick<ImportKey, 'customerId' | 'taskId'>,
): SQL | undefined => and(eq(table.customerId, customerId), eq(table.taskId, taskId));

const isOpen = inArray(mailImport.status, [...OPEN_STATUSES]);

/** False if the source is being copied into the mailbox already. */
export async function insertImport(tx: Queryable, row: typeof mailImport.$inferInsert): Promise<ImportRow | null> {
  const [inserted] = await tx.insert(mailImport).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

/** The imports of a domain, or into one mailbox of it, newest first. Those that a person removed from the list are left out. */
export async function listImports(tx: Queryable, key: BundleKey, which: SQL | undefined) {
  return tx
    .select({ task: mailImport, destinationName: mailbox.displayName })
    .from(mailImport)
    .leftJoin(mailbox, and(ofBundle(mailbox, mailImport), eq(mailbox.mailboxId, mailImport.mailboxId)))
    .where(and(ofBundle(mailImport, key), isNull(mailImport.hiddenAt), which))
    .orderBy(desc(mailImport.createdAt), desc(mailImport.taskId))
    .limit(LISTED_MAXIMUM);
}

export async function findImport(tx: Queryable, key: ImportKey): Promise<ImportRow | null> {
  const [row] = await tx.select().from(mailImport).where(ofTask(key));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockImport(tx: Queryable, key: ImportKey): Promise<ImportRow | null> {
  const [row] = await tx.select().from(mailImport).where(ofTask(key)).for('update');
  return row ?? null;
}

/** Changes an import, and returns it as it is now. */
export async function changeImport(
  tx: Queryable,
  key: ImportKey,
  change: Partial<ImportRow>,
  which?: SQL,
): Promise<ImportRow | null> {
  const [row] = await tx
    .update(mailImport)
    .set(change)
    .where(and(ofTask(key), which))
    .returning();
  return row ?? null;
}

/** The import of a mailed link, unless the link has expired or was replaced. */
export async function findImportByLink(tx: Queryable, linkHash: string, now: Date): Promise<ImportRow | null> {
  const [row] = await tx
    .select()
    .from(mailImport)
    .where(and(eq(mailImport.linkHash, linkHash), gt(mailImport.linkUntil, now)));
  return row ?? null;
}

/** The last import of a source into a mailbox that has ended, for one that copies only what is new. */
export async function findEarlierImport(
  tx: Queryable,
  key: BundleKey,
  { mailboxId, host, remoteEmail }: Pick<ImportRow, 'mailboxId' | 'host' | 'remoteEmail'>,
): Promise<ImportRow | null> {
  const [row] = await tx
    .select()
    .from(mailImport)
    .where(
      and(
        ...[ofBundle(mailImport, key), eq(mailImport.mailboxId, mailboxId), eq(mailImport.host, host)],
        ...[eq(mailImport.remoteEmail, remoteEmail), sql`not (${isOpen})`],
      ),
    )
    .orderBy(desc(mailImport.createdAt), desc(mailImport.taskId))
    .limit(1);
  return row ?? null;
}

export const listFolders = (tx: Queryable, key: Pick<ImportKey, 'customerId' | 'taskId'>): Promise<FolderRow[]> =>
  tx.select().from(mailImportFolder).where(ofTaskIn(mailImportFolder, key)).orderBy(asc(mailImportFolder.folder));

/** Messages that weren't copied, in the order of the source, up to a number. */
export const listIssues = (
  tx: Queryable,
  key: Pick<ImportKey, 'customerId' | 'taskId'>,
  limit: number,
): Promise<IssueRow[]> =>
  tx
    .select()
    .from(mailImportIssue)
    .where(ofTaskIn(mailImportIssue, key))
    .orderBy(asc(mailImportIssue.folder), asc(mailImportIssue.uid))
    .limit(limit);
