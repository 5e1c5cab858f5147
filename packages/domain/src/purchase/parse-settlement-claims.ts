import { parseDecimalMinor } from '../money/index.ts';
import { accepted, type Outcome, refused } from '../verdict/index.ts';
import { type ClaimsRefusal, issuerOf } from './parse-purchase-claims.ts';

/**
 * The result of a payment on a partner's page, as the partner reports it; something is bought only with `paid`. `refunded`: the customer
 * got back money that bought nothing. Spec 1 §4, Partner pays.
 */
export type Settlement = {
  issuer: string;
  /** Its one-time id. */
  settlementId: string;
  /** The attempt that it answers. */
  trackingId: string;
  status: 'paid' | 'failed' | 'refunded';
  amountMinor: number;
  currency: string;
  /** The quote that was paid; null in a purchase, which has none. */
  quoteId: string | null;
  /** The partner's own invoice number. */
  reference: string | null;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PRINTABLE = /^[\x21-\x7e]{1,200}$/;

/** The claims of a settlement, from a verified token; only `reference` and `quoteId` may be missing. */
export function parseSettlementClaims(payload: Record<string, unknown>): Outcome<Settlement, ClaimsRefusal> {
  for (const claim of ['iss', 'jti', 'trackingId', 'status', 'amount', 'currency'])
    if (payload[claim] === undefined || payload[claim] === null) return refused('CLAIM_MISSING', { claim });
  const { jti, trackingId, status, amount, currency, reference = null, quoteId = null } = payload;
  const invalid = (claim: string) => refused('CLAIM_INVALID', { claim });
  const issuer = issuerOf(payload['iss']);
  if (issuer === null) return invalid('iss');
  if (typeof jti !== 'string' || !PRINTABLE.test(jti)) return invalid('jti');
  if (typeof trackingId !== 'string' || !UUID.test(trackingId)) return invalid('trackingId');
  if (status !== 'paid' && status !== 'failed' && status !== 'refunded') return invalid('status');
  const amountMinor = typeof amount === 'string' || typeof amount === 'number' ? parseDecimalMinor(amount) : null;
  if (amountMinor === null || amountMinor < 0) return invalid('amount');
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return invalid('currency');
  if (quoteId !== null && (typeof quoteId !== 'string' || !UUID.test(quoteId))) return invalid('quoteId');
  if (reference !== null && (typeof reference !== 'string' || !PRINTABLE.test(reference))) return invalid('reference');
  return accepted({ issuer, settlementId: jti, trackingId, status, amountMinor, currency, quoteId, reference });
}
