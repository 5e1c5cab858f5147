import { type ChangeLine, isReverseCharge, type Settlement } from '@postern/domain/billing';
import { type PlainDate, plainDateOf } from '@postern/domain/dates';
import { creditSeriesOf, draftInvoice, type InvoiceContent, type InvoiceLine } from '@postern/domain/invoices';
import { type BillingCycle, nameInLocale } from '@postern/domain/plans';
import { and, desc, eq } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { readEvenEnded, readCustomerForMail } from '../../bundles/public.ts';
import { findAddOns, findPlan } from '../../plans/public.ts';
import { readReverseCharge, vatBuyerOf } from '../../vat-numbers/public.ts';
import { findSeller } from '../seller/find-seller.ts';
import { invoice } from '../tables.ts';
import { buyerOf } from './buyer-of.ts';
import { invoiceIdOf } from './invoice-id.ts';
import { takeNumber } from './take-number.ts';

/** What was sold, and how it was paid. */
export type Sold = BundleKey & {
  orderId: string;
  /** The journal of the sale in the books. */
  journalKey: string;
  at: Date;
  currency: string;
  lines: readonly ChangeLine[];
  sum: Pick<Settlement, 'taxes' | 'creditUsedMinor' | 'toPayMinor'>;
  /** The plan of what is charged, and the one whose unused days are taken off. */
  planId: number;
  formerPlanId: number;
  addOnTypes: Readonly<Record<string, string>>;
  billingCycle: BillingCycle;
  card: InvoiceContent['card'];
  nextOn: PlainDate | null;
};

type InvoiceRow = typeof invoice.$inferSelect;

/**
 * Issues the invoice of a sale, in the transaction that books it, and returns it; null where nothing is due. What is taken off beyond what
 * is charged is a credit note. Call it last: the series is locked from here to the end of the transaction.
 */
export async function issueInvoice(tx: Queryable, sold: Sold): Promise<InvoiceRow | null> {
  const totals = draftInvoice(sold.lines, sold.sum);
  if (totals === null) return null;
  const [held, customer, earlier, names] = await Promise.all([
    readEvenEnded(tx, sold),
    readCustomerForMail(tx, sold.customerId),
    listOfOrder(tx, sold),
    readNames(tx, sold),
  ]);
  if (held === null || customer === null) throw new Error('A sale needs its domain and its customer.');
  const { details, series, brand } = await findSeller(tx, held.partnerId);
  const kind = totals.totalMinor < 0 ? 'credit-note' : 'invoice';
  const corrected = kind === 'credit-note' ? earlier[0] : undefined;
  const { taxes, ...sums } = totals;
  const content: InvoiceContent = {
    seller: details,
    brand,
    buyer: buyerOf(customer),
    domain: held.domainName,
    locale: customer.locale,
    billingCycle: sold.billingCycle,
    lines: linesOf(sold, names, { locale: customer.locale, earlier }),
    taxes,
    paidBy: totals.paidMinor === 0 ? 'credit' : 'card',
    card: totals.paidMinor === 0 ? null : sold.card,
    ...(await vatCheckOf(tx, sold, { partnerId: held.partnerId, customer })),
    nextOn: sold.nextOn,
    correctsDate: corrected?.issuedOn ?? null,
    reason: null,
  };
  const issuedOn = plainDateOf(sold.at.getTime());
  const row: InvoiceRow = {
    ...sums,
    ...{ customerId: sold.customerId, bundleId: sold.bundleId, orderId: sold.orderId },
    invoiceId: invoiceIdOf(sold.journalKey),
    journalKey: sold.journalKey,
    kind,
    correctsNumber: corrected?.number ?? null,
    issuedAt: sold.at,
    issuedOn,
    currency: sold.currency,
    content,
    number: await takeNumber(tx, kind === 'invoice' ? series : creditSeriesOf(series), Number(issuedOn.slice(0, 4))),
  };
  await tx.insert(invoice).values(row);
  return row;
}

type Customer = NonNullable<Awaited<ReturnType<typeof readCustomerForMail>>>;

/** What the register answered about the buyer's number, where the buyer owes the tax. */
async function vatCheckOf(
  tx: Queryable,
  { customerId, lines, at }: Sold,
  { partnerId, customer }: { partnerId: number; customer: Customer },
): Promise<Pick<InvoiceContent, 'vatCheck'>> {
  if (!lines.some(({ taxes }) => taxes.some(isReverseCharge))) return {};
  const check = await readReverseCharge(tx, { customerId, partnerId, buyer: vatBuyerOf(customer), at });
  if (check === null) return {};
  const { number, requestId, checkedAt } = check;
  return { vatCheck: { number, requestId, on: plainDateOf(checkedAt.getTime()) } };
}

/** The order's invoices so far, the newest first. */
const listOfOrder = (tx: Queryable, { customerId, bundleId, orderId }: Sold): Promise<InvoiceRow[]> =>
  tx
    .select()
    .from(invoice)
    .where(and(ofBundle(invoice, { customerId, bundleId }), eq(invoice.orderId, orderId), eq(invoice.kind, 'invoice')))
    .orderBy(desc(invoice.issuedAt));

/** What the plans and add-ons of the lines are called. */
async function readNames(tx: Queryable, { planId, formerPlanId, addOnTypes }: Sold) {
  const [plan, other, addOns] = await Promise.all([
    findPlan(tx, planId),
    formerPlanId === planId ? null : findPlan(tx, formerPlanId),
    findAddOns(tx, Object.values(addOnTypes)),
  ]);
  return { plan, former: formerPlanId === planId ? plan : other, addOns };
}

function linesOf(
  { lines, addOnTypes }: Sold,
  { plan, former, addOns }: Awaited<ReturnType<typeof readNames>>,
  { locale, earlier }: { locale: string; earlier: readonly InvoiceRow[] },
): InvoiceLine[] {
  const nameOf = ({ subject, kind }: ChangeLine): string => {
    if (subject.kind === 'add-on') {
      const type = addOnTypes[subject.addOnId];
      const found = addOns.find((addOn) => addOn.type === type);
      return found === undefined ? (type ?? subject.addOnId) : nameInLocale(found, locale);
    }
    const found = kind === 'charge' ? plan : former;
    return found === null ? '' : nameInLocale(found, locale);
  };
  return lines.map((line) => {
    const { kind, quantity, unitMinor, from, to, days, ofDays, amountMinor, taxes, discount } = line;
    const isCharge = kind === 'charge';
    return {
      ...{ kind, quantity, unitMinor, from, to, days, ofDays, taxes },
      subject: line.subject.kind,
      name: nameOf(line),
      netMinor: isCharge ? amountMinor : -amountMinor,
      paidWith: isCharge ? null : numberThatCharged(line, earlier),
      ...(discount === undefined ? {} : { discount }),
    };
  });
}

/** The invoice of the order with the line that is carried forward: the same days at the same charge. */
function numberThatCharged({ unitMinor, to, ofDays }: ChangeLine, earlier: readonly InvoiceRow[]): string | null {
  const found = earlier.find(({ content }) =>
    content.lines.some(
      (line) => line.kind === 'charge' && line.netMinor === unitMinor && line.to === to && line.days === ofDays,
    ),
  );
  return found?.number ?? null;
}
