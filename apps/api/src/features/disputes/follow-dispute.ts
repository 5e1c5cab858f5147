import type { Dispute, GatewayEvent } from '@postern/adapter-payment/port';
import { afterLoss, creditOf, holdsMoney, isDisputeOpen, isOlderView } from '@postern/domain/billing';
import { journalOfDisputedMoney, journalOfFee, journalOfLostCredit, journalOfLostDispute } from '@postern/domain/books';
import { plainDateOf } from '@postern/domain/dates';
import { eq } from 'drizzle-orm';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { Services } from '../../feature/services.ts';
import { derivedId } from '../../runtime/ids.ts';
import { writeJournal } from '../books/public.ts';
import { findSeller, invoice } from '../invoices/public.ts';
import { enqueueMail } from '../notifications/public.ts';
import {
  type BilledOrder,
  holdingsOf,
  lockBilledOrders,
  subscriptionOf,
  writeSubscription,
} from '../subscriptions/public.ts';
import { DISPUTE_MAIL, type DisputeNews } from './dispute-mail.ts';
import { type DisputeRow, findPaidBy, lockDispute, type PaidBy, updateDispute } from './dispute-repository.ts';
import { readCharged } from './read-charged.ts';

export type DisputeDeps = Pick<Services, 'db' | 'clock' | 'gateway' | 'jobs' | 'log'>;

/** Handles a webhook about a dispute. It only says that something happened: the gateway is asked. */
export async function receiveDisputeEvent(deps: DisputeDeps, { disputeId }: GatewayEvent): Promise<void> {
  if (disputeId !== undefined) await followDispute(deps, disputeId);
}

/**
 * Records the gateway's view of a dispute, with its bookings. It can be called any number of times, by any process, in any order: each
 * movement of money is booked once, and an older view changes nothing.
 */
export async function followDispute(deps: DisputeDeps, disputeId: string): Promise<void> {
  const heard = await deps.gateway.readDispute(disputeId);
  await deps.db.asSystem(async (tx) => {
    const paidBy = await findPaidBy(tx, heard.intentId);
    if (paidBy === null) {
      deps.log.warn({ disputeId }, 'dispute about a payment that is not ours');
      return;
    }
    await write(tx, deps, heard, paidBy);
  });
}

async function write(tx: Queryable, deps: DisputeDeps, heard: Dispute, paidBy: PaidBy): Promise<void> {
  const at = deps.clock.now();
  const { customerId, bundleId, orderId } = paidBy;
  const orders = bundleId === null ? [] : await lockBilledOrders(tx, { customerId, bundleId });
  const billed = orders.find(({ order }) => order.orderId === orderId) ?? null;
  const { known, isNew } = await lockDispute(tx, firstRow(deps, heard, paidBy, at));
  await bookMovements(tx, heard, known, at);
  const view = { status: heard.status, movements: heard.movements.length };
  if (!isNew && isOlderView(view, known)) return;
  const lostMinor = heard.status === 'lost' ? takenOf(heard) : 0;
  const version = known.version + 1;
  const journal = journalOf(known, at);
  await writeJournal(
    tx,
    { ...journal, journalKey: `dispute-loss/${known.disputeId}/${version}`, kind: 'dispute', currency: known.currency },
    journalOfLostDispute(lostMinor - known.lostMinor),
  );
  // Before the dispute's row says so: what is lost already was taken then.
  if (lostMinor > known.lostMinor && billed !== null)
    await forgetPaid(tx, { ...known, version }, billed, lostMinor - known.lostMinor, at);
  const isClosed = !isDisputeOpen(heard.status);
  await updateDispute(tx, known, {
    ...{ status: heard.status, reason: heard.reason, movements: heard.movements.length, lostMinor, version },
    respondBy: heard.respondByEpochMillis === null ? null : new Date(heard.respondByEpochMillis),
    closedAt: isClosed ? (known.closedAt ?? at) : null,
    askedAt: at,
  });
  await tell(tx, deps, { row: { ...known, status: heard.status }, heard, isNew, former: known.status });
}

const takenOf = ({ movements }: Dispute): number => -movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

function firstRow({ gateway }: DisputeDeps, heard: Dispute, paidBy: PaidBy, at: Date): DisputeRow {
  const { disputeId, intentId, status, reason, amountMinor, currency, respondByEpochMillis } = heard;
  return {
    ...paidBy,
    ...{ disputeId, intentId, status, reason, amountMinor, currency, gateway: gateway.name },
    ...{ movements: 0, lostMinor: 0, version: 0, remindedAt: null, openedAt: at, closedAt: null, askedAt: at },
    respondBy: respondByEpochMillis === null ? null : new Date(respondByEpochMillis),
  };
}

function journalOf({ customerId, bundleId, orderId, disputeId }: DisputeRow, at: Date) {
  return { customerId, bundleId, orderId, reference: disputeId, at };
}

/** Each movement has a journal of its own, and so has its fee, which may be in another currency. */
async function bookMovements(
  tx: Queryable,
  { movements, currency }: Dispute,
  row: DisputeRow,
  at: Date,
): Promise<void> {
  const journal = journalOf(row, at);
  for (const { movementId, amountMinor, feeMinor, feeCurrency } of movements) {
    await writeJournal(
      tx,
      { ...journal, journalKey: `dispute/${movementId}`, kind: 'dispute', currency },
      journalOfDisputedMoney(amountMinor),
    );
    await writeJournal(
      tx,
      { ...journal, journalKey: `fee/${movementId}`, kind: 'fee', currency: feeCurrency },
      journalOfFee(feeMinor),
    );
  }
}

/** What the bank has kept was never paid: nothing of it pays or is credited again, wherever it was carried. Rule C-02. */
async function forgetPaid(tx: Queryable, row: DisputeRow, billed: BilledOrder, amountMinor: number, at: Date) {
  const [issued] = await tx.select().from(invoice).where(eq(invoice.journalKey, row.journalKey));
  if (issued === undefined || issued.totalMinor <= 0) return;
  const held = holdingsOf(billed);
  const today = plainDateOf(at.getTime());
  const left = afterLoss(held, await readCharged(tx, issued), { amountMinor, today });
  await writeJournal(
    tx,
    {
      ...{ ...journalOf(row, at), kind: 'dispute', currency: row.currency },
      journalKey: `dispute-credit/${row.disputeId}/${row.version}`,
    },
    journalOfLostCredit(creditOf(held) - creditOf(left)),
  );
  const billing = { creditMinor: creditOf(left), creditFunds: [...left.credit] };
  await writeSubscription(tx, billed, { ...subscriptionOf(billed), paid: left.paid }, at, { billing });
}

type News = { row: DisputeRow; heard: Dispute; isNew: boolean; former: DisputeRow['status'] };

/** Tells the audit and the operator when a dispute begins, when money is taken after an inquiry, and when it ends. */
async function tell(tx: Queryable, deps: DisputeDeps, { row, heard, isNew, former }: News): Promise<void> {
  const { status } = heard;
  const isDecided = !isDisputeOpen(status);
  const begins = isNew || (former === 'inquiry' && holdsMoney(status));
  if (!begins && (!isDecided || former === status)) return;
  const { customerId, bundleId, disputeId, amountMinor, currency, reason } = row;
  await writeAudit(tx, deps.clock, {
    ...{ customerId, bundleId, actor: 'system', target: disputeId },
    action: isDecided ? 'payment.dispute-decided' : 'payment.disputed',
    attrs: { amountMinor, currency, reason, status },
  });
  await mailOperator(
    tx,
    deps,
    row,
    status === 'won' || status === 'lost' ? status : status === 'inquiry' ? status : 'opened',
  );
}

/** Enqueues a mail to the seller's address. The same news of a dispute arrives once. */
export async function mailOperator(
  tx: Queryable,
  deps: Pick<DisputeDeps, 'jobs' | 'log'>,
  row: DisputeRow,
  kind: DisputeNews,
): Promise<void> {
  const { disputeId, partnerId, amountMinor, currency, reason, respondBy, journalKey } = row;
  const { details } = await findSeller(tx, partnerId);
  deps.log.warn({ disputeId, kind, respondBy }, 'dispute');
  if (details.email === null) return;
  const [issued] = await tx.select({ number: invoice.number }).from(invoice).where(eq(invoice.journalKey, journalKey));
  await enqueueMail(tx, deps.jobs, DISPUTE_MAIL, {
    messageId: derivedId('dispute-mail', disputeId, kind),
    to: details.email,
    attrs: {
      ...{ partnerId, locale: 'en', kind, disputeId, reason, amountMinor, currency },
      invoice: issued?.number ?? null,
      respondBy: kind === 'won' || kind === 'lost' ? null : (respondBy?.toISOString() ?? null),
    },
  });
}
