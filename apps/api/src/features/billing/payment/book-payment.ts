import { journalOfAdvance, journalOfRefund, journalOfSale } from '@postern/domain/books';
import type { PaymentTaker } from '@postern/domain/partners';
import type { Queryable } from '../../../db/client.ts';
import { writeJournal } from '../../books/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { QuoteRow } from '../quote/quote-change.ts';
import { type PaymentRow, updatePayment } from './payment-repository.ts';

export const journalKeyOf = ({ paymentId }: PaymentRow): string => `payment/${paymentId}`;

/** Whether the partner has the money, or bills it. */
export const isAtPartner = (payment: PaymentRow): boolean => takerOfPayment(payment) !== 'panel';

export const takerOfPayment = ({ gateway }: PaymentRow): PaymentTaker =>
  gateway === 'partner' || gateway === 'partner-page' ? gateway : 'panel';

const accountOf = (payment: PaymentRow) => (isAtPartner(payment) ? 'partner-receivable' : 'cash');

const journalOf = (payment: PaymentRow, at: Date) => {
  const { customerId, bundleId, orderId, quoteId, currency } = payment;
  return { customerId, bundleId, orderId, quoteId, currency, at };
};

export async function bookSale(
  tx: Queryable,
  payment: PaymentRow,
  quote: QuoteRow,
  { reference, at }: { reference: string; at: Date },
) {
  const { change, sum, creditMinor } = quote;
  const kind = payment.amountMinor === 0 ? 'sale' : isAtPartner(payment) ? 'settlement' : 'charge';
  await writeJournal(
    tx,
    { ...journalOf(payment, at), journalKey: journalKeyOf(payment), kind, reference },
    journalOfSale({ lines: change.lines, sum, creditMinor, paidInto: accountOf(payment) }),
  );
}

/** Money came in for an order that has changed meanwhile: it is given back. */
export const bookAdvance = (tx: Queryable, payment: PaymentRow, at: Date) => {
  const how = isAtPartner(payment)
    ? { kind: 'settlement' as const, reference: `settlement/${payment.paymentId}` }
    : { kind: 'charge' as const, reference: payment.intentId };
  return writeJournal(
    tx,
    { ...journalOf(payment, at), journalKey: journalKeyOf(payment), ...how },
    journalOfAdvance(payment.amountMinor, accountOf(payment)),
  );
};

/** The customer has the money back. Needs the payment's lock. */
export async function bookRefund(
  tx: Queryable,
  { clock }: Pick<BillingDeps, 'clock'>,
  payment: PaymentRow,
  reference: string,
): Promise<void> {
  const at = clock.now();
  await writeJournal(
    tx,
    { ...journalOf(payment, at), journalKey: `refund/${payment.paymentId}`, kind: 'refund', reference },
    journalOfRefund(payment.amountMinor, accountOf(payment)),
  );
  await updatePayment(tx, payment, { state: 'refunded', updatedAt: at });
}
