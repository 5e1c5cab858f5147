import { isOwnershipOverdue, OWNERSHIP_PROOF_DAYS, ownershipDeadlineMillis } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { Log } from '../../runtime/log.ts';
import { readBundle } from '../bundles/public.ts';
import { ensureConnection } from '../domain-verification/public.ts';
import { changeOrder, lockOrders } from '../subscriptions/public.ts';
import { readDomainState } from './read-domain-state.ts';
import { type CheckDeps, runCheck } from './run-check.ts';
import { listUnprovenTrials } from './unproven-trials.ts';

const DAY_MILLIS = 24 * 3_600_000;
const ORDERS_A_SWEEP = 20;

/** Cancels trial orders whose domain's ownership wasn't proven in time. Each domain is checked once more before. Spec 2 §9. */
export async function cancelUnprovenOrders(deps: CheckDeps & { log: Log }): Promise<void> {
  const { db, clock, log } = deps;
  const bought = new Date(clock.now().getTime() - OWNERSHIP_PROOF_DAYS * DAY_MILLIS);
  const places = await db.asSystem((tx) => listUnprovenTrials(tx, bought, ORDERS_A_SWEEP));
  for (const place of places) {
    try {
      await db.asTenant(place.customerId, (tx) => prepare(tx, deps, place));
      await runCheck(deps, place);
      await db.asTenant(place.customerId, (tx) => cancel(tx, deps, place));
    } catch (error) {
      log.error({ err: error, ...place }, 'unproven order not settled');
    }
  }
}

async function prepare(tx: Queryable, { clock }: CheckDeps, place: BundleKey): Promise<void> {
  const held = await readBundle(tx, place);
  if (held !== null) await ensureConnection(tx, place, held.domainName, clock.now());
}

/** Locks the orders, so that a customer who pays or proves ownership meanwhile keeps the order. */
async function cancel(tx: Queryable, { clock, dns }: CheckDeps, place: BundleKey): Promise<void> {
  const orders = await lockOrders(tx, place);
  const { connection, countsOwnership, domainName } = await readDomainState(tx, dns, place);
  const { verified, lastCheck, domainSince } = connection;
  if (!countsOwnership || verified.ownership === true || lastCheck === null) return;
  const isAnswered = lastCheck.findings.some(
    ({ purpose, verdict }) => purpose === 'ownership' && verdict !== 'unknown',
  );
  for (const order of orders) {
    const { createdAt, plan, product } = order;
    // After a change of the domain the period starts again.
    const since = Math.max(createdAt.getTime(), domainSince?.getTime() ?? 0);
    const deadline = ownershipDeadlineMillis({ createdAtMillis: since, isTrial: plan.isTrial });
    if (deadline === null || !isOwnershipOverdue(deadline, clock.now().getTime(), isAnswered)) continue;
    await changeOrder(tx, order, { status: 'cancelled', autoRenew: false });
    await writeAudit(tx, clock, {
      ...{ ...place, actor: 'system', target: domainName },
      ...{ action: 'order.cancelled', attrs: { product, reason: 'OWNERSHIP_NOT_PROVEN' } },
    });
  }
}
