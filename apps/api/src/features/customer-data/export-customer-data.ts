import type { exportCustomerData as operation } from '@postern/contract/customer-data';
import type { OutputOf } from '@postern/contract/operation';
import { isAccountOwner } from '@postern/domain/customer-data';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { mailNotice } from '../notifications/public.ts';
import { writeExport } from './write-export.ts';

export type ExportDeps = { db: Database; clock: Clock; jobs: JobQueue };

/** Gives the owner everything that is stored about the account. Its email is told, because a thief of the session would like to have it too. */
export async function exportCustomerData(
  deps: ExportDeps,
  { actor, requestId }: SessionContext,
): Promise<OutputOf<typeof operation>> {
  const { customerId, bundleId, mailboxId, email, partnerId, role } = actor;
  assertMay(isAccountOwner({ role, hasMailbox: mailboxId !== null }));
  await countAttempt(deps, [`customer-export:${customerId}`]);
  const now = deps.clock.now();
  const archive = await deps.db.asSystem(async (tx) => {
    const what = { action: 'customer.exported' as const, target: email, requestId };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: email, ...what });
    await mailNotice(tx, deps, { customerId, mailboxId: null, partnerId, email, template: 'data-exported' });
    return writeExport(tx, customerId, now);
  });
  return { fileName: exportFileName(now), archive: archive.toString('base64') };
}

const exportFileName = (now: Date): string => `account-${now.toISOString().slice(0, 10)}.zip`;
