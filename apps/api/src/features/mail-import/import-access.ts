import { mayImport, mayImportInto } from '@postern/domain/mail-import';
import { eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { ImportContext } from '../../http/request-context.ts';
import { findImport, type ImportRow, lockImport } from './mail-import-repository.ts';
import { mailImport } from './tables.ts';

/** Which imports the caller may see: of the domain, into the own mailbox, or the one of the mailed link. Throws NOT_AUTHORIZED. */
export function visibleImports({ actor, importTaskId }: ImportContext): SQL | undefined {
  if (importTaskId !== null) return eq(mailImport.taskId, importTaskId);
  assertMay(mayImport(actor.role));
  if (actor.role === 'domainAdmin') return undefined;
  // A mailbox's login without a mailbox sees none.
  if (actor.mailboxId === null) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
  return eq(mailImport.mailboxId, actor.mailboxId);
}

/** The import, if the caller may see it. Throws NOT_AUTHORIZED, NOT_FOUND. */
export const readableImport = (tx: Queryable, context: ImportContext, taskId: string): Promise<ImportRow> =>
  checked(context, taskId, (key) => findImport(tx, key));

/** The same, locked until the transaction ends. */
export const lockReadableImport = (tx: Queryable, context: ImportContext, taskId: string): Promise<ImportRow> =>
  checked(context, taskId, (key) => lockImport(tx, key));

async function checked(
  { actor, importTaskId }: ImportContext,
  taskId: string,
  find: (key: { customerId: string; bundleId: string; taskId: string }) => Promise<ImportRow | null>,
): Promise<ImportRow> {
  // A link is about one import, whatever else its holder may see elsewhere.
  if (importTaskId !== null && importTaskId !== taskId)
    throw new PanelError('NOT_AUTHORIZED', { reason: 'OTHER_IMPORT' });
  assertMay(mayImport(actor.role));
  const row = await find({ customerId: actor.customerId, bundleId: actor.bundleId, taskId });
  // The owner of a mailbox doesn't learn of others' imports.
  if (row === null || !mayImportInto(actor, row.mailboxId)) throw new PanelError('NOT_FOUND');
  return row;
}
