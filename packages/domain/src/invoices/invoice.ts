import type { LineDiscount, PaidLine, TaxRate } from '../billing/index.ts';
import type { PlainDate } from '../dates/index.ts';
import type { BillingCycle } from '../plans/index.ts';
import type { Seller } from './seller.ts';

/**
 * One line. `carry-forward` takes off what is unused of an earlier payment, `reduction` is the line of a credit note. `to` is the first day
 * that isn't paid for.
 */
export type InvoiceLine = {
  kind: 'charge' | 'carry-forward' | 'reduction';
  subject: PaidLine['subject']['kind'];
  /** The plan or the add-on, in the buyer's language; the reason of a reduction. */
  name: string;
  quantity: number;
  /** One piece for a whole period, without tax; what was charged for the line, if it is carried forward. */
  unitMinor: number;
  from: PlainDate | null;
  to: PlainDate | null;
  days: number;
  ofDays: number;
  /** Without tax; negative where it takes off. */
  netMinor: number;
  taxes: readonly TaxRate[];
  /** The number of the invoice that charged what is carried forward. */
  paidWith: string | null;
  /** What a discount code took off: `unitMinor` and `netMinor` are without it. Most lines have none. */
  discount?: LineDiscount;
};

/** One tax at one rate, on the sum of its lines. */
export type InvoiceTax = TaxRate & { netMinor: number; taxMinor: number };

/** The sums of an invoice: lines and taxes add up to the total, and so does what paid it. */
export type InvoiceTotals = {
  netMinor: number;
  taxMinor: number;
  totalMinor: number;
  /** What the customer's credit paid; of a credit note, what became credit, as a negative amount. */
  creditMinor: number;
  /** What a card paid; of a credit note, what went back to it, as a negative amount. */
  paidMinor: number;
  taxes: readonly InvoiceTax[];
};

/** The buyer as of that day. Without an email address: invoices outlive the account. */
export type Buyer = {
  name: string;
  companyName: string | null;
  address: string;
  city: string;
  zipCode: string | null;
  state: string | null;
  country: string;
  taxIds: readonly { type: string; value: string }[];
};

/** What else an invoice says, apart from its number, dates and sums. It is kept as it was issued. */
export type InvoiceContent = {
  seller: Seller;
  /** The name that customers know the service by. */
  brand: string;
  buyer: Buyer;
  domain: string;
  locale: string;
  billingCycle: BillingCycle | null;
  lines: readonly InvoiceLine[];
  taxes: readonly InvoiceTax[];
  /** How it was paid, or given back. `card` names brand and last digits where they are known. */
  paidBy: 'card' | 'credit';
  card: { brand: string; lastFourDigits: string } | null;
  /** The check of the buyer's VAT number on which a reverse charge is based. Other and older invoices have none. */
  vatCheck?: { number: string; on: PlainDate; requestId: string | null };
  /** When the next charge is due; null: nothing renews. */
  nextOn: PlainDate | null;
  /** The date of the invoice that a credit note corrects, and why. */
  correctsDate: PlainDate | null;
  reason: string | null;
};
