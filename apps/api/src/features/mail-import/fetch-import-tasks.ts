import type { fetchImportTasks as operation } from '@postern/contract/mail-import';
import type { OutputOf } from '@postern/contract/operation';
import type { Database } from '../../db/client.ts';
import type { ImportContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { visibleImports } from './import-access.ts';
import { listImports } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';

type ReadDeps = { db: Database; clock: Clock };

/** The imports that the caller may see, newest first. */
export async function fetchImportTasks(
  { db, clock }: ReadDeps,
  context: ImportContext,
): Promise<OutputOf<typeof operation>> {
  const { actor, importTaskId } = context;
  const which = visibleImports(context);
  const rows = await db.asTenant(actor.customerId, (tx) => listImports(tx, actor, which));
  const tasks = rows.map(({ task, destinationName }) => toImportTask(task, clock.now(), destinationName));
  return importTaskId === null ? { tasks } : { tasks, partnerId: actor.partnerId };
}
