import { isOwnershipOverdue, OWNERSHIP_PROOF_DAYS, ownershipDeadlineMillis } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { Log } from '../../runtime/log.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { readBundle } from '../bundles/public.ts';
import { planRelease } from '../domain-end/public.ts';
import { ensureConnection } from '../domain-verification/public.ts';
import { changeOrder, lockOrders } from '../subscriptions/public.ts';
import { readDomainState } from './read-domain-state.ts';
import type { CheckDeps } from './check-deps.ts';
import { runCheck } from './run-check.ts';
import { mailUnproven } from './unproven-mail.ts';
import { listUnprovenTrials } from './unproven-trials.ts';

const DAY_MILLIS = 24 * 3_600_000;
const ORDERS_A_SWEEP = 20;

type CancelDeps = CheckDeps & { log: Log; jobs: JobQueue };

/** Cancels trial orders whose domain's ownership wasn't proven in time. Each domain is checked once more before. Spec 2 §9. */
export async function cancelUnprovenOrders(deps: CancelDeps): Promise<void> {
  const { db, clock, log } = deps;
  const bought = new Date(clock.now().getTime() - OWNERSHIP_PROOF_DAYS * DAY_MILLIS);
  const keys = await db.asSystem((tx) => listUnprovenTrials(tx, bought, ORDERS_A_SWEEP));
  for (const key of keys) {
    try {
      await db.asTenant(key.customerId, (tx) => prepare(tx, deps, key));
      await runCheck(deps, key);
      await db.asSystem((tx) => cancel(tx, deps, key));
    } catch (error) {
      log.error({ err: error, ...key }, 'unproven order not settled');
    }
  }
}

async function prepare(tx: Queryable, { clock }: CheckDeps, key: BundleKey): Promise<void> {
  const held = await readBundle(tx, key);
  if (held !== null) await ensureConnection(tx, key, held.domainName, clock.now());
}

/** Locks the orders, so that a customer who pays or proves ownership meanwhile keeps the order. */
async function cancel(tx: Queryable, deps: CancelDeps, key: BundleKey): Promise<void> {
  const { clock, dns } = deps;
  const orders = await lockOrders(tx, key);
  const { connection, countsOwnership, domainName } = await readDomainState(tx, dns, key);
  const { verified, lastCheck, domainSince } = connection;
  if (!countsOwnership || verified.ownership === true || lastCheck === null) return;
  const isAnswered = lastCheck.findings.some(
    ({ purpose, verdict }) => purpose === 'ownership' && verdict !== 'unknown',
  );
  const at = clock.now();
  const cancelled: string[] = [];
  for (const order of orders) {
    const { createdAt, plan, product } = order;
    // After a change of the domain the period starts again.
    const since = Math.max(createdAt.getTime(), domainSince?.getTime() ?? 0);
    const deadline = ownershipDeadlineMillis({ createdAtMillis: since, isTrial: plan.isTrial });
    if (deadline === null || !isOwnershipOverdue(deadline, at.getTime(), isAnswered)) continue;
    await changeOrder(tx, order, { status: 'cancelled', autoRenew: false });
    cancelled.push(order.orderId);
    await writeAudit(tx, clock, {
      ...{ ...key, actor: 'system', target: domainName },
      ...{ action: 'order.cancelled', attrs: { product, reason: 'OWNERSHIP_NOT_PROVEN' } },
    });
  }
  const releasedAt = await planRelease(tx, deps, key, { reason: 'unproven', at });
  // One mail, also if the trials of several products end.
  const [orderId] = cancelled;
  if (orderId !== undefined) await mailUnproven(tx, deps.jobs, { ...key, orderId, at, releasedAt });
}
