import type { BillingOverview } from '@postern/contract/billing';
import {
  type Change,
  nextOwnWork,
  plannedEnd,
  renewableDaysAhead,
  renewalTries,
  type Settlement,
} from '@postern/domain/billing';
import { plainDateOf } from '@postern/domain/dates';
import { toAmountNumber } from '@postern/domain/money';
import { remainingDays } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { listHeldPayments } from '../disputes/public.ts';
import { listPlansOf, listSoldAddOns } from '../plans/public.ts';
import {
  type BilledOrder,
  lifeOf,
  listBilledOrders,
  readCustomerTaxes,
  readMailboxCount,
  renewalOf,
  subscriptionOf,
} from '../subscriptions/public.ts';
import type { BillingDeps } from './billing-deps.ts';
import { trialChargeOf } from './due/end-add-on-trial.ts';
import { takerOf } from './due/prepare-charge.ts';
import { findOpenPayment } from './payment/payment-repository.ts';
import { assertMayPay } from './quote/calculate-charge.ts';
import { toExtraLines, toRenewalLines } from './quote/quote-view.ts';

type Renewal = { change: Change; sum: Settlement };
/** An order with what its next renewal does. `renewal` is null for what doesn't renew, such as the free plan. */
type Seen = {
  billed: BilledOrder;
  renewal: Renewal | null;
  names: ReadonlyMap<string, string>;
  held: HeldPayment | null;
  /** What the saved card is being charged, or what a bank is working on for another one; null if nothing is. */
  processingMinor: number | null;
};
type HeldPayment = Awaited<ReturnType<typeof listHeldPayments>>[number];

/** What will be charged when, and where the bundle's orders are in their lives. */
export async function readBillingOverview(
  deps: Pick<BillingDeps, 'db' | 'clock'>,
  context: SessionContext,
): Promise<BillingOverview> {
  assertMayPay(context);
  const { customerId, bundleId, partnerId } = context.actor;
  const now = deps.clock.now();
  return deps.db.asTenant(customerId, async (tx) => {
    const orders = await listBilledOrders(tx, { customerId, bundleId });
    const [main] = orders;
    if (main === undefined) throw new PanelError('BUNDLE_NOT_FOUND');
    const seen: Seen[] = [];
    const daysAhead = renewableDaysAhead(await takerOf(tx, partnerId));
    for (const billed of orders) seen.push(await seeOrder(tx, billed, partnerId, now));
    return {
      currency: main.order.currency as BillingOverview['currency'],
      charges: [...(await trialChargesOf(tx, seen, { partnerId, now })), ...chargesOf(seen)].sort((a, b) =>
        a.on < b.on ? -1 : 1,
      ),
      orders: seen.map((one) => toOrder(one, now, daysAhead)),
    };
  });
}

async function seeOrder(tx: Queryable, billed: BilledOrder, partnerId: number, now: Date): Promise<Seen> {
  const { order, billing } = billed;
  const taxes = await readCustomerTaxes(tx, { customerId: order.customerId, partnerId, at: now });
  const activeAccounts = (await readMailboxCount(tx, order)) ?? 0;
  const restartOn = billing.stoppedAt === null ? null : plainDateOf(now.getTime());
  const names = new Map<string, string>();
  for (const plan of await listPlansOf(tx, order.product, partnerId)) names.set(String(plan.planId), plan.displayName);
  for (const addOn of await listSoldAddOns(tx, partnerId)) names.set(addOn.type, addOn.displayName);
  if (!names.has(String(order.planId))) names.set(String(order.planId), order.plan.displayName);
  const [held = null] = await listHeldPayments(tx, order);
  const open = await findOpenPayment(tx, order);
  const processingMinor = open?.paymentMethodId != null || open?.isAtBank === true ? open.amountMinor : null;
  const renewal = await renewalOf(tx, billed, taxes, { restartOn, activeAccounts });
  return { billed, renewal, names, held, processingMinor };
}

/** The day on which an order is charged if nobody does anything; null if it isn't. */
function chargedOn({ billed: { order, billing }, renewal, processingMinor }: Seen): string | null {
  const life = lifeOf(order, billing);
  const work = life === null ? null : nextOwnWork(life);
  if (work === null || renewal === null || renewal.sum.toPayMinor === 0) return null;
  // A purchase in the middle of the period leaves the renewal where it is; the renewal itself isn't announced while it is paid.
  if (processingMinor !== null && work.kind !== 'remind') return null;
  if (work.kind === 'remind') return order.expiresAt === null ? null : plainDateOf(order.expiresAt.getTime());
  return work.kind === 'renew' || work.kind === 'retry' ? plainDateOf(work.at) : null;
}

function chargesOf(seen: readonly Seen[]): BillingOverview['charges'] {
  const days = [...new Set(seen.flatMap((one) => chargedOn(one) ?? []))].sort();
  return days.map((on) =>
    chargeOn(
      on,
      seen.filter((one) => chargedOn(one) === on),
    ),
  );
}

/** The charges for add-ons whose trials end before the renewal. */
async function trialChargesOf(
  tx: Queryable,
  seen: readonly Seen[],
  { partnerId, now }: { partnerId: number; now: Date },
): Promise<BillingOverview['charges']> {
  const charges: BillingOverview['charges'] = [];
  for (const { billed, names } of seen)
    for (const { addOnId, trialUntil } of billed.billing.addOns) {
      const change = trialUntil === null ? null : await trialChargeOf(tx, { billed, partnerId, at: now }, addOnId);
      if (trialUntil === null || change === null || change.sum.toPayMinor === 0) continue;
      charges.push({
        on: trialUntil,
        orderTypes: [billed.order.product],
        lines: [...toRenewalLines(change.change, names), ...toExtraLines(change.sum)],
        amountToBePaid: toAmountNumber(change.sum.toPayMinor),
      });
    }
  return charges;
}

/** What several orders cost on one day: their lines one after the other, a tax of the same rate once. */
function chargeOn(on: string, seen: readonly Seen[]): BillingOverview['charges'][number] {
  const taxes = new Map<string, Settlement['taxes'][number]>();
  let creditUsedMinor = 0;
  let toPayMinor = 0;
  for (const { renewal } of seen) {
    for (const tax of renewal?.sum.taxes ?? []) {
      const key = `${tax.name} ${tax.rateBasisPoints}`;
      taxes.set(key, { ...tax, amountMinor: tax.amountMinor + (taxes.get(key)?.amountMinor ?? 0) });
    }
    creditUsedMinor += renewal?.sum.creditUsedMinor ?? 0;
    toPayMinor += renewal?.sum.toPayMinor ?? 0;
  }
  return {
    on,
    orderTypes: seen.map(({ billed }) => billed.order.product),
    lines: [
      ...seen.flatMap(({ renewal, names }) => (renewal === null ? [] : toRenewalLines(renewal.change, names))),
      ...toExtraLines({ taxes: [...taxes.values()], creditUsedMinor }),
    ],
    amountToBePaid: toAmountNumber(toPayMinor),
  };
}

function toOrder(
  { billed, renewal, names, held, processingMinor }: Seen,
  now: Date,
  daysAhead: number,
): BillingOverview['orders'][number] {
  const { order, billing } = billed;
  const life = lifeOf(order, billing);
  const end = life === null ? null : plannedEnd(life);
  const left = remainingDays(order.expiresAt?.getTime() ?? null, now.getTime());
  const isDue = billing.stoppedAt !== null || (left !== null && left <= daysAhead && billing.cancelledAt === null);
  return {
    orderId: order.orderId,
    orderType: order.product,
    billingCycle: renewal?.change.after.billingCycle ?? order.billingCycle,
    lines: renewal === null ? [] : toRenewalLines(renewal.change, names),
    renews: life?.renews ?? false,
    endsOn: subscriptionOf(billed).period?.to ?? null,
    cancelledOn: billing.cancelledAt === null ? null : plainDateOf(billing.cancelledAt.getTime()),
    stopsOn: end === null ? null : plainDateOf(end.stop),
    deletedOn: end === null ? null : plainDateOf(end.deletion),
    dueNow: renewal !== null && isDue && processingMinor === null ? toAmountNumber(renewal.sum.toPayMinor) : null,
    tries: (life === null ? [] : renewalTries(life)).map(({ at, state }) => ({
      at: new Date(at).toISOString(),
      state,
    })),
    declineCode: billing.declineCode,
    processing: processingMinor && toAmountNumber(processingMinor),
    disputed: held && toAmountNumber(held.amountMinor),
  };
}
