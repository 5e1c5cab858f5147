import type { ImportTask } from '@postern/contract/mail-import';
import { isOver, mayAskOwner, OWNER_LINKS } from '@postern/domain/mail-import';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { askForPassword, type LinkDeps } from './ask-for-password.ts';
import { auditOf } from './end-import.ts';
import { lockReadableImport } from './import-access.ts';
import { changeImport, type ImportRow } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';
import { publishImport } from './publish-import.ts';
import { readOwnerEmail } from './read-wish.ts';

type AskDeps = LinkDeps & { db: Database };

/**
 * Mails the owner of a source a link to enter the password, again or to another address. Does nothing if the import has its password by
 * now, or has ended.
 */
export async function askImportOwner(
  deps: AskDeps,
  context: SessionContext,
  { taskId, ownerEmail: typed }: { taskId: string; ownerEmail: string },
): Promise<{ task: ImportTask }> {
  const { actor, requestId } = context;
  assertMay(mayAskOwner(actor.role));
  const ownerEmail = readOwnerEmail(typed);
  const readable = (tx: Queryable) => lockReadableImport(tx, { ...context, importTaskId: null }, taskId);
  // Before anything is counted: an import that doesn't wait mails nobody, so it must use up nobody's limit.
  const found = await deps.db.asTenant(actor.customerId, readable);
  if (!waitsForPassword(found)) return { task: toImportTask(found, deps.clock.now()) };
  await countOwnerLink(deps, actor.customerId, ownerEmail);
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const row = await readable(tx);
    if (!waitsForPassword(row)) return { task: toImportTask(row, deps.clock.now()) };
    const changed = (await changeImport(tx, row, { ownerEmail })) ?? row;
    const asked = await mailOwner(tx, deps, changed, { actor: actor.email, requestId });
    await publishImport(tx, deps.clock, asked);
    return { task: toImportTask(asked, deps.clock.now()) };
  });
}

const waitsForPassword = ({ status, sealedPassword }: ImportRow): boolean =>
  status === 'interrupted' && sealedPassword === null && !isOver(status);

/** Counts a link before it is mailed. The limit per recipient covers all customers together, so that nobody's inbox is flooded. */
export async function countOwnerLink(
  deps: { db: Database; clock: Clock },
  customerId: string,
  ownerEmail: string,
): Promise<void> {
  await countAttempt(deps, [`import-link/customer/${customerId}`], OWNER_LINKS.ofCustomer);
  await countAttempt(deps, [`import-link/recipient/${hashToken(ownerEmail)}`], OWNER_LINKS.toRecipient);
}

/** Mails the link of a locked import to its owner, and records that in the audit. An earlier link stops working. */
export async function mailOwner(
  tx: Queryable,
  deps: LinkDeps,
  row: ImportRow,
  { actor, requestId }: { actor: string; requestId: string },
): Promise<ImportRow> {
  const link = await askForPassword(tx, deps, row, row.problem === 'IMAP_AUTH_FAILED' ? 'refused' : 'asked');
  const asked = (await changeImport(tx, row, { ...link, waitingSince: deps.clock.now() })) ?? row;
  const attrs = { taskId: row.taskId, recipient: asked.mailedTo };
  await writeAudit(tx, deps.clock, { ...auditOf(row, actor, requestId), action: 'import.owner-asked', attrs });
  return asked;
}
