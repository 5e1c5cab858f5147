import { randomUUID } from 'node:crypto';
import { toDecimalString } from '@postern/domain/money';
import { type JWTPayload, SignJWT } from 'jose';
import { PanelError } from '../../../http/panel-error.ts';
import { findPartner, findSharedKey, listOrigins, panelUrlOf } from '../../partners/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import type { PurchaseRow } from '../purchase-repository.ts';

/** Long enough to reach the partner's page, which remembers what it read. */
const VALID_SECONDS = 15 * 60;

/**
 * Where a purchase is paid, and how much it costs: signed, so that the partner takes exactly this amount and sends the buyer back to this
 * address.
 */
export const signPurchaseRequest = (deps: PurchaseDeps, purchase: PurchaseRow): Promise<PaymentRequest> =>
  signPaymentRequest(deps, purchase.partnerId, {
    trackingId: purchase.trackingId,
    linkId: purchase.linkId,
    domainName: purchase.claims.domainName,
    customerEmailAddress: purchase.billingAddress?.email,
    planType: purchase.claims.planType,
    billingCycle: purchase.plan?.billingCycle,
    noOfAccounts: purchase.plan?.noOfAccounts,
    ...(purchase.shownPrice?.discount ? { discountCode: purchase.shownPrice.discount.code } : {}),
    amount: toDecimalString(purchase.amountMinor ?? 0),
    currency: purchase.currency,
  });

export type PaymentRequest = { makePaymentUrl: string; jwt: string };

/** Signs what is asked of a partner's payment page, for as long as it can be paid. A page whose origin isn't registered is never used (ADR 13). */
export async function signPaymentRequest(
  deps: Pick<PurchaseDeps, 'db' | 'publicUrl' | 'clock' | 'sealer' | 'log'>,
  partnerId: number,
  claims: JWTPayload,
  payableUntil: Date | null = null,
): Promise<PaymentRequest> {
  const makePaymentUrl = await paymentPageOf(deps, partnerId);
  const key = await findSharedKey(deps, partnerId);
  if (makePaymentUrl === null || key === null) {
    deps.log.error({ partnerId }, 'the partner has no registered payment page, or no shared key to sign with');
    throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE');
  }
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  const end = payableUntil === null ? Number.POSITIVE_INFINITY : Math.floor(payableUntil.getTime() / 1000);
  const jwt = await new SignJWT({
    ...claims,
    redirectUrl: new URL(`/postPayment?partnerId=${partnerId}`, await panelUrlOf(deps, partnerId)).href,
  })
    .setProtectedHeader({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })
    .setIssuer(new URL(deps.publicUrl).origin)
    .setAudience(String(partnerId))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + VALID_SECONDS, end))
    .sign(key.secret);
  return { makePaymentUrl, jwt };
}

async function paymentPageOf(
  { db, publicUrl }: Pick<PurchaseDeps, 'db' | 'publicUrl'>,
  partnerId: number,
): Promise<string | null> {
  const paymentUrl = (await findPartner(db.global, partnerId))?.paymentUrl ?? null;
  if (paymentUrl === null) return null;
  const url = new URL(paymentUrl, publicUrl);
  const registered = [new URL(publicUrl).origin, ...(await listOrigins(db.global, partnerId))];
  return registered.includes(url.origin) ? url.href : null;
}
