import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ImportRow } from './mail-import-repository.ts';
import { toImportTask } from './mail-import-view.ts';

/** Sends an import as it is now to open panels, in the transaction of the change: admins, and the owner of the mailbox. */
export const publishImport = (tx: Queryable, clock: Clock, row: ImportRow): Promise<void> =>
  publishLive(tx, clock, {
    ...{ customerId: row.customerId, bundleId: row.bundleId, mailboxId: row.mailboxId },
    ...{ event: 'import', entity: toImportTask(row, clock.now()) },
  });
