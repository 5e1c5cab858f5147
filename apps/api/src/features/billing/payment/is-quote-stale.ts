import { isReverseCharge } from '@postern/domain/billing';
import type { Queryable } from '../../../db/client.ts';
import { readBundle } from '../../bundles/public.ts';
import { type BilledOrder, readCustomerTaxes, readMailboxCount } from '../../subscriptions/public.ts';
import { type QuoteRow, usesHeldCredit } from '../quote/quote-change.ts';
import type { PaymentRow } from './payment-repository.ts';

/** Whether a quote can't be fulfilled any more. `buyer` is whom the invoice would name; null if a partner sells. */
export const isQuoteStale = async (
  tx: Queryable,
  { kind }: PaymentRow,
  quote: QuoteRow,
  billed: BilledOrder,
  buyer: string | null,
): Promise<boolean> =>
  billed.billing.version !== quote.orderVersion ||
  (kind === 'change' && (await leavesMailboxesUnpaid(tx, billed, quote))) ||
  isForAnotherBuyer(quote, buyer) ||
  (await owesTaxMeanwhile(tx, quote)) ||
  (await usesHeldCredit(tx, quote, billed));

/** Whether a change gives up places that mailboxes have taken since it was quoted. */
async function leavesMailboxesUnpaid(tx: Queryable, { order }: BilledOrder, { change }: QuoteRow): Promise<boolean> {
  const { noOfAccounts } = change.after;
  if (order.product !== 'MailSuite' || noOfAccounts >= order.accountsPurchased) return false;
  return noOfAccounts < ((await readMailboxCount(tx, order)) ?? 0);
}

/** Whether what is invoiced was quoted for another country, company or tax id than the invoice would name. `buyer` is null if a partner sells. */
const isForAnotherBuyer = ({ taxedFor, change }: QuoteRow, buyer: string | null): boolean =>
  buyer !== null && taxedFor !== null && change.lines.length > 0 && taxedFor !== buyer;

/** Whether a quote without tax was made for another country or VAT number than the invoice would name. */
async function owesTaxMeanwhile(tx: Queryable, { change, customerId, bundleId, createdAt: at }: QuoteRow) {
  if (!change.lines.some(({ kind, taxes }) => kind === 'charge' && taxes.some(isReverseCharge))) return false;
  const held = await readBundle(tx, { customerId, bundleId });
  if (held === null) return false;
  return (await readCustomerTaxes(tx, { customerId, partnerId: held.partnerId, at })).isReverseCharge !== true;
}
