import type { Quote } from '@postern/contract/billing';
import {
  type Change,
  type ChangeLine,
  durationBilled,
  isReverseCharge,
  type Settlement,
  type Subscription,
} from '@postern/domain/billing';
import { toAmountNumber } from '@postern/domain/money';
import { monthlyDisplayPriceMinor } from '@postern/domain/plans';
import { type BilledOrder, subscriptionOf } from '../../subscriptions/public.ts';
import type { QuoteRow } from './quote-change.ts';

/** A quote as the API shows it. */
export function toQuote(row: QuoteRow, billed: BilledOrder, planNames: ReadonlyMap<number, string>): Quote {
  const { change, sum } = row;
  const { lines, after } = change;
  const before = subscriptionOf(billed);
  const carried = lines.filter((line) => line.kind === 'carry-forward');
  const charged = lines.filter((line) => line.kind === 'charge');
  const forAddOns = (some: readonly ChangeLine[]) => sumOf(some.filter(({ subject }) => subject.kind === 'add-on'));
  const typeOf = (addOnId: string) => after.addOns.find((one) => one.addOnId === addOnId)?.type ?? addOnId;
  const billedFor = charged[0];
  return {
    quoteId: row.quoteId,
    validUntil: row.validUntil.toISOString(),
    currency: row.currency as Quote['currency'],
    orderTransitionDetails: [
      {
        orderType: billed.order.product,
        orderId: row.orderId,
        effective: change.effective,
        beforeUpdate: stateOf(before),
        afterUpdate: stateOf(change.effective === 'at-renewal' ? scheduledState(after) : after),
        addons: charged.flatMap(({ subject, quantity, amountMinor }) =>
          subject.kind === 'add-on'
            ? [{ addonType: typeOf(subject.addOnId), quantity, charge: toAmountNumber(amountMinor) }]
            : [],
        ),
        carryForwardAmount: {
          fromPlan: toAmountNumber(sumOf(carried) - forAddOns(carried)),
          fromAddons: toAmountNumber(forAddOns(carried)),
          total: toAmountNumber(sumOf(carried)),
        },
        addonPurchaseCharges: toAmountNumber(forAddOns(charged)),
        totalAmount: toAmountNumber(sum.totalMinor),
        amountToBePaid: toAmountNumber(sum.toPayMinor),
        durationBilledFor: billedFor === undefined ? { years: 0, months: 0, days: 0 } : durationBilled(billedFor),
      },
    ],
    lines: [
      ...lines.map((line) => toLine(line, nameOf(line, change.after, before, planNames, typeOf))),
      ...toExtraLines(sum),
    ],
    totalAmount: toAmountNumber(sum.totalMinor),
    creditUsed: toAmountNumber(sum.creditUsedMinor),
    creditLeft: toAmountNumber(sum.creditLeftMinor),
    tax: sum.taxes.map(({ name, rateBasisPoints, amountMinor }) => ({
      name,
      rateBasisPoints,
      amount: toAmountNumber(amountMinor),
    })),
    amountToBePaid: toAmountNumber(sum.toPayMinor),
    orderItems: row.items,
  };
}

/** The taxes and the credit of a sum, as lines. */
export const toExtraLines = (sum: Pick<Settlement, 'taxes' | 'creditUsedMinor'>): Quote['lines'] => [
  ...sum.taxes.map((tax) => ({
    ...extraLine('tax', `${tax.name} ${tax.rateBasisPoints / 100} %`, tax.amountMinor),
    tax: { name: tax.name, rateBasisPoints: tax.rateBasisPoints },
    ...(isReverseCharge(tax) ? { isReverseCharge: true } : {}),
  })),
  ...(sum.creditUsedMinor === 0 ? [] : [extraLine('credit', 'Credit', sum.creditUsedMinor)]),
];

/** What a renewal charges, without taxes and credit. */
export const toRenewalLines = ({ lines, after }: Change, names: ReadonlyMap<string, string>): Quote['lines'] =>
  lines.map((line) => {
    const { subject } = line;
    const type =
      subject.kind === 'add-on'
        ? (after.addOns.find((one) => one.addOnId === subject.addOnId)?.type ?? subject.addOnId)
        : String(after.planId);
    return toLine(line, names.get(type) ?? type);
  });

const sumOf = (lines: readonly ChangeLine[]): number => lines.reduce((sum, line) => sum + line.amountMinor, 0);

const stateOf = ({ planId, period, noOfAccounts, billingCycle, priceMinor }: Subscription) => ({
  planId,
  expiresOn: period?.to ?? null,
  noOfAccount: noOfAccounts,
  billingCycle,
  chargePerMonth: toAmountNumber(monthlyDisplayPriceMinor(priceMinor, billingCycle)),
});

const scheduledState = (after: Subscription): Subscription => ({ ...after, ...after.scheduled });

function nameOf(
  { kind, subject }: ChangeLine,
  after: Subscription,
  before: Subscription,
  planNames: ReadonlyMap<number, string>,
  typeOf: (addOnId: string) => string,
): string {
  if (subject.kind === 'add-on') return typeOf(subject.addOnId);
  const { planId } = kind === 'charge' ? after : before;
  return planNames.get(planId) ?? String(planId);
}

const toLine = (line: ChangeLine, text: string): Quote['lines'][number] => ({
  kind: line.kind,
  text,
  quantity: line.quantity,
  unitPrice: toAmountNumber(line.unitMinor),
  from: line.from,
  to: line.to,
  days: line.days,
  ofDays: line.ofDays,
  amount: toAmountNumber(line.amountMinor),
  ...(line.discount === undefined
    ? {}
    : {
        discount: {
          displayCode: line.discount.code,
          expiryDate: line.discount.until,
          unitPrice: toAmountNumber(line.discount.unitMinor),
          amount: toAmountNumber(line.discount.amountMinor),
        },
      }),
});

/** A tax is negative where more is carried forward at its rate than is charged: then it takes off, too. */
const extraLine = (kind: 'tax' | 'credit', text: string, amountMinor: number): Quote['lines'][number] => ({
  kind: amountMinor < 0 ? 'carry-forward' : kind,
  text,
  quantity: 1,
  unitPrice: toAmountNumber(Math.abs(amountMinor)),
  from: null,
  to: null,
  days: null,
  ofDays: null,
  amount: toAmountNumber(Math.abs(amountMinor)),
});
