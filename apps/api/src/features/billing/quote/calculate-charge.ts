import type { OrderItem, calculateCharge as operation, Quote } from '@postern/contract/billing';
import type { ParsedInputOf } from '@postern/contract/operation';
import { mayChangeBilling } from '@postern/domain/plans';
import type { Queryable } from '../../../db/client.ts';
import { countAttempt } from '../../../http/limit-attempts.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { type BilledOrder, lockBilledOrders } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { ReadAlong } from './find-facts.ts';
import { nextChargeOf } from './next-charge-of.ts';
import { paymentOf } from './payment-of.ts';
import { newQuote, type QuoteRow, quoteChange, writeQuote } from './quote-change.ts';
import { toQuote } from './quote-view.ts';

/** In 15 minutes. Each is stored, and a page asks for one whenever somebody changes a number on it. */
const QUOTES_MAXIMUM = 300;

/** Tells what a change costs, and writes it down so that it can be paid. */
export async function calculateCharge(
  deps: BillingDeps,
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<Quote> {
  const { actor } = context;
  assertMayPay(context);
  await countQuote(deps, context);
  const now = deps.clock.now();
  const wish = { orderItems: input.orderItems, monthExtension: input.monthExtension ?? 0 };
  return deps.db.asSystem(async (tx) => {
    const billed = await lockOrderOf(tx, context, wish.orderItems);
    const found = await quoteChange(tx, billed, wish, { partnerId: actor.partnerId, now });
    const row = newQuote(billed, wish, found, now);
    const [view] = await Promise.all([viewOf(tx, deps, { row, billed, ...found.along }, actor), writeQuote(tx, row)]);
    return view;
  });
}

/** Counted before anything that may store a quote. */
export const countQuote = (deps: BillingDeps, { actor }: SessionContext) =>
  countAttempt(deps, [`quote/${actor.bundleId}`], QUOTES_MAXIMUM);

export function assertMayPay({ actor }: SessionContext): void {
  if (!mayChangeBilling(actor.role)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}

/** The order that all items change, locked. */
export async function lockOrderOf(
  tx: Queryable,
  { actor }: SessionContext,
  items: readonly OrderItem[],
): Promise<BilledOrder> {
  const product = items[0]?.orderType;
  const other = items.findIndex(({ orderType }) => orderType !== product);
  if (other > 0) {
    const message = 'Change one product at a time.';
    throw invalid([{ path: `orderItems.${other}.orderType`, code: 'one_product', message }]);
  }
  const { customerId, bundleId } = actor;
  const billed = await lockBilledOrders(tx, { customerId, bundleId });
  if (billed.length === 0) throw new PanelError('BUNDLE_NOT_FOUND');
  const found = billed.find(({ order }) => order.product === product);
  if (found !== undefined) return found;
  throw invalid([{ path: 'orderItems.0.orderType', code: 'no_such_order', message: 'There is no such order.' }]);
}

export async function viewOf(
  tx: Queryable,
  deps: BillingDeps,
  { row, billed, plans, taxes, partner }: { row: QuoteRow; billed: BilledOrder } & ReadAlong,
  actor: SessionContext['actor'],
): Promise<Quote> {
  const [nextCharge, payment] = await Promise.all([
    nextChargeOf(tx, row, taxes),
    paymentOf(tx, deps, row, actor, partner),
  ]);
  const names = new Map(plans.map(({ planId, displayName }) => [planId, displayName]));
  const quote = toQuote(row, billed, names.set(billed.order.planId, billed.order.plan.displayName));
  return { ...quote, nextCharge, payment };
}
