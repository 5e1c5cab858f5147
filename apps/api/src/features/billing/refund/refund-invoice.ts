import { afterRefund, type Charged, creditOf, mostToGiveBack } from '@postern/domain/billing';
import { journalOfCreditNote } from '@postern/domain/books';
import { plainDateOf } from '@postern/domain/dates';
import { creditSeriesOf, draftCreditNote, type InvoiceContent } from '@postern/domain/invoices';
import { and, eq } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { CommandError } from '../../../feature/command.ts';
import { derivedId } from '../../../runtime/ids.ts';
import { bookPosting, writeJournal } from '../../books/public.ts';
import { findTakenBack, readCharged } from '../../disputes/public.ts';
import { invoice, invoiceIdOf, mailCreditNote, takeNumber } from '../../invoices/public.ts';
import {
  type BilledOrder,
  holdingsOf,
  lockBilledOrders,
  subscriptionOf,
  writeSubscription,
} from '../../subscriptions/public.ts';
import { followRefund, type RefundDeps } from './follow-refund.ts';

type Deps = RefundDeps;
type InvoiceRow = typeof invoice.$inferSelect;

/** How much to give back of which invoice. No amount: all that is left. */
type RefundWish = { number: string; amountMinor: number | null; reason: string; to: 'card' | 'credit' };

/**
 * Gives back money of an invoice, and issues the credit note. The same request again, also after a crash in between, gives back nothing
 * more: gateway, books and credit note know it by the same key. Throws CommandError for what can't be given back.
 */
export async function refundInvoice(deps: Deps, wish: RefundWish): Promise<InvoiceRow> {
  const { number, amountMinor, reason, to } = wish;
  const key = derivedId('refund', number, String(amountMinor ?? 'all'), reason, to);
  const seen = await deps.db.asSystem(async (tx) => check(tx, wish, key));
  if (seen.done !== null) return seen.done;
  const reference =
    to === 'credit'
      ? null
      : (
          await deps.gateway.refund({
            idempotencyKey: `refund/${key}`,
            intentId: seen.sale.reference ?? '',
            amountMinor: seen.amountMinor,
            reason,
          })
        ).refundId;
  const note = await deps.db.asSystem(async (tx) => {
    // Record what the gateway has given back, even if credit was given meanwhile.
    const sent = { ...wish, amountMinor: seen.amountMinor };
    const { done, ...checked } = await check(tx, sent, key, reference !== null);
    return done ?? giveBack(tx, deps, { ...checked, wish, key, reference });
  });
  // A card that is closed refuses at once.
  if (reference !== null) await followRefund(deps, await deps.gateway.readRefund(reference));
  return note;
}

type Checked = {
  corrected: InvoiceRow;
  charged: Charged;
  billed: BilledOrder | null;
  sale: SalePosting;
  amountMinor: number;
};
type SalePosting = Pick<typeof bookPosting.$inferSelect, 'reference' | 'quoteId' | 'purchaseId'>;

/** The wanted refund, under the order's lock, so that two refunds of an invoice don't add up to more than was paid. */
async function check(
  tx: Queryable,
  wish: RefundWish,
  key: string,
  isSent = false,
): Promise<Checked & { done: InvoiceRow | null }> {
  const [corrected] = await tx.select().from(invoice).where(eq(invoice.number, wish.number));
  if (corrected === undefined) throw new CommandError('INVOICE_NOT_FOUND', `There is no invoice ${wish.number}.`);
  if (corrected.kind === 'credit-note')
    throw new CommandError('NOT_AN_INVOICE', `${wish.number} is a credit note. Name the invoice.`);
  const orders = await lockBilledOrders(tx, corrected);
  const billed = orders.find(({ order }) => order.orderId === corrected.orderId) ?? null;
  const notes = await tx.select().from(invoice).where(eq(invoice.correctsNumber, wish.number));
  const sale = await findCharge(tx, corrected);
  const done = notes.find(({ journalKey }) => journalKey === journalKeyOf(key)) ?? null;
  const charged = await readCharged(tx, corrected);
  const most = mostToGiveBack(billed === null ? { paid: [], credit: [] } : holdingsOf(billed), charged)[wish.to];
  const amountMinor = wish.amountMinor ?? most;
  if (done === null && !isSent && (await findTakenBack(tx, corrected.journalKey)) !== null)
    throw new CommandError('DISPUTED', `The payer's bank has taken back the payment of ${wish.number}.`);
  if (done === null && !isSent && (amountMinor <= 0 || amountMinor > most))
    throw new CommandError(
      'REFUND_TOO_LARGE',
      `Of ${wish.number}, ${most / 100} ${corrected.currency} can be given back.`,
    );
  if (done === null && wish.to === 'credit' && billed === null)
    throw new CommandError('ORDER_NOT_FOUND', 'The order is gone, so it can have no credit. Refund the card.');
  return { corrected, charged, billed, sale, amountMinor, done };
}

const journalKeyOf = (key: string) => `credit-note/${key}`;

/** The charge in the books that paid an invoice: a purchase is charged before it is sold. */
async function findCharge(tx: Queryable, { journalKey }: InvoiceRow): Promise<SalePosting> {
  const columns = {
    reference: bookPosting.reference,
    quoteId: bookPosting.quoteId,
    purchaseId: bookPosting.purchaseId,
  };
  const [sold] = await tx.select(columns).from(bookPosting).where(eq(bookPosting.journalKey, journalKey)).limit(1);
  if (sold === undefined) throw new Error(`The books lack ${journalKey}.`);
  if (sold.purchaseId === null) return sold;
  const [charged] = await tx
    .select(columns)
    .from(bookPosting)
    .where(
      and(eq(bookPosting.purchaseId, sold.purchaseId), eq(bookPosting.account, 'cash'), eq(bookPosting.kind, 'charge')),
    )
    .limit(1);
  return charged ?? sold;
}

type Step = Checked & { wish: RefundWish; key: string; reference: string | null };

async function giveBack(tx: Queryable, { clock, jobs }: Deps, step: Step): Promise<InvoiceRow> {
  const { corrected, charged, billed, sale, amountMinor, wish, key, reference } = step;
  const { customerId, bundleId, orderId, currency } = corrected;
  const at = clock.now();
  const on = plainDateOf(at.getTime());
  const { lines, sums } = draftCreditNote(
    { totalMinor: corrected.totalMinor, lines: corrected.content.lines },
    amountMinor,
  );
  const { taxes, ...totals } = sums;
  const isCredit = wish.to === 'credit';
  await writeJournal(
    tx,
    {
      ...{ journalKey: journalKeyOf(key), kind: 'refund', at, customerId, bundleId, orderId, currency, reference },
      ...{ quoteId: sale.quoteId, purchaseId: sale.purchaseId },
    },
    journalOfCreditNote(totals, { to: isCredit ? 'credit' : 'cash', on }),
  );
  if (billed !== null) {
    const left = afterRefund(holdingsOf(billed), charged, { amountMinor, to: wish.to, today: on });
    const billing = { creditMinor: creditOf(left), creditFunds: [...left.credit] };
    await writeSubscription(tx, billed, { ...subscriptionOf(billed), paid: left.paid }, at, { billing });
  }
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: 'cli', action: 'invoice.refunded', target: corrected.number },
    attrs: { amountMinor, currency, reason: wish.reason, to: wish.to },
  });
  const content: InvoiceContent = {
    ...corrected.content,
    lines: lines.map(({ netMinor, taxes: rates }) => ({
      ...{ kind: 'reduction', subject: 'accounts', name: wish.reason, quantity: 1, unitMinor: -netMinor, netMinor },
      ...{ from: null, to: null, days: 0, ofDays: 0, taxes: rates, paidWith: null },
    })),
    taxes,
    paidBy: isCredit ? 'credit' : 'card',
    ...{ nextOn: null, correctsDate: corrected.issuedOn, reason: wish.reason },
  };
  const series = creditSeriesOf(corrected.number.split('-').slice(0, -2).join('-'));
  const row: InvoiceRow = {
    ...{ customerId, bundleId, orderId, currency, content, ...totals, journalKey: journalKeyOf(key) },
    invoiceId: invoiceIdOf(journalKeyOf(key)),
    kind: 'credit-note',
    correctsNumber: corrected.number,
    issuedAt: at,
    issuedOn: on,
    creditMinor: isCredit ? -amountMinor : 0,
    paidMinor: isCredit ? 0 : -amountMinor,
    number: await takeNumber(tx, series, Number(on.slice(0, 4))),
  };
  await tx.insert(invoice).values(row);
  await mailCreditNote(tx, { jobs }, row);
  return row;
}
