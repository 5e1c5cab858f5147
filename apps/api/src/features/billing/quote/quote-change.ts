import type { OrderItem } from '@postern/contract/billing';
import { type Change, type Settlement, settle } from '@postern/domain/billing';
import { insertInto } from '../../../db/built-once.ts';
import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { type BilledOrder, readUsableCredit, subscriptionOf } from '../../subscriptions/public.ts';
import { quote } from '../tables.ts';
import { applyItems } from './apply-items.ts';
import { findFacts, type ReadAlong } from './find-facts.ts';

/** How long a quote can be paid. */
const VALID_MILLIS = 30 * 60_000;

export type QuoteRow = typeof quote.$inferSelect;
export type ChangeWish = { orderItems: readonly OrderItem[]; monthExtension: number };
/** A change, what it costs, and whose taxes are in that. */
export type Priced = { change: Change; sum: Settlement; taxedFor: string };
type Asked = { partnerId: number; now: Date };

/** What a change of an order costs at this moment. Throws the rule's refusal. */
export async function quoteChange(
  tx: Queryable,
  billed: BilledOrder,
  { orderItems, monthExtension }: ChangeWish,
  { partnerId, now }: Asked,
): Promise<Priced & { along: ReadAlong }> {
  const [{ facts, along }, usableCredit] = await Promise.all([
    findFacts(tx, billed, { partnerId, monthExtension, orderItems, now }),
    readUsableCredit(tx, billed),
  ]);
  const change = applyItems(subscriptionOf(billed), orderItems, facts);
  const sum = settle(change.lines, billed.billing.creditMinor, usableCredit);
  return { change, sum, taxedFor: facts.taxedFor, along };
}

/** A quote of a change, not yet written down. */
export const newQuote = (
  { order, billing }: BilledOrder,
  { orderItems, monthExtension }: ChangeWish,
  { change, sum, taxedFor }: Priced,
  now: Date,
): QuoteRow => ({
  customerId: order.customerId,
  bundleId: order.bundleId,
  quoteId: newId(now),
  orderId: order.orderId,
  orderVersion: billing.version,
  items: [...orderItems],
  monthExtension,
  change,
  sum,
  creditMinor: billing.creditMinor,
  currency: order.currency,
  taxedFor,
  validUntil: new Date(now.getTime() + VALID_MILLIS),
  createdAt: now,
});

const insertQuotes = insertInto(quote);
export const writeQuote = (tx: Queryable, row: QuoteRow) => insertQuotes(tx, [row]);

/** Writes a quote down, so that exactly this can be paid. */
export async function insertQuote(tx: Queryable, ...of: Parameters<typeof newQuote>): Promise<QuoteRow> {
  const row = newQuote(...of);
  await writeQuote(tx, row);
  return row;
}

/** Whether a quote counts on credit that has to wait meanwhile. */
export const usesHeldCredit = async (tx: Queryable, { sum }: QuoteRow, billed: BilledOrder): Promise<boolean> =>
  sum.creditUsedMinor > (await readUsableCredit(tx, billed));

/** Whether a quote still says what the change costs: the same order, the same buyer, the same lines, the same sum. */
export const isStillSo = (row: QuoteRow, { billing }: BilledOrder, now: Priced): boolean =>
  row.orderVersion === billing.version &&
  (row.taxedFor === null || row.taxedFor === now.taxedFor) &&
  row.sum.toPayMinor === now.sum.toPayMinor &&
  JSON.stringify(linesOf(row.change)) === JSON.stringify(linesOf(now.change));

const linesOf = ({ lines }: Change) =>
  lines.map(({ kind, from, to, days, ofDays, quantity, unitMinor, amountMinor, taxes }) => [
    ...[kind, from, to, days, ofDays, quantity, unitMinor, amountMinor],
    ...taxes.map((tax) => `${tax.name} ${tax.rateBasisPoints}`),
  ]);
