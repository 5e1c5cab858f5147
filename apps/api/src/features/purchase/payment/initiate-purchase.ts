import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { initiatePurchase as operation } from '@postern/contract/purchase';
import { toAmountNumber } from '@postern/domain/money';
import { buyerForTaxes, isCountryBlocked, taxLinesOf } from '@postern/domain/purchase';
import type { Queryable } from '../../../db/client.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { PurchaseContext } from '../../../http/request-context.ts';
import { newId } from '../../../runtime/ids.ts';
import { isTaxedForBuyer } from '../plan/buyer-for-taxes.ts';
import { checkDiscountCode } from '../plan/discount-of-code.ts';
import { quoteForPurchase } from '../plan/quote-for-purchase.ts';
import { advancePurchase } from '../provision/advance-purchase.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import {
  findDomainOwner,
  findPurchase,
  isOpen,
  listBlockedCountries,
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from '../purchase-repository.ts';
import { endsSoon } from './abandoned.ts';
import { createIntent, gatewayCall } from './create-intent.ts';
import { findSavedCard } from './saved-card-repository.ts';
import { signPurchaseRequest } from './sign-payment-request.ts';

type Wish = ParsedInputOf<typeof operation>;
type Answer = OutputOf<typeof operation>;

/**
 * Fixes what is bought at the catalogue's price, and creates the intent to pay it. The same request again gets the same intent. A request
 * for something else first makes sure that the former intent can no longer be paid.
 */
export async function initiatePurchase(
  deps: PurchaseDeps,
  { purchase: actor, ip }: PurchaseContext,
  wish: Wish,
): Promise<Answer> {
  if (wish.discountCode !== undefined) await checkDiscountCode(deps, { purchase: actor, ip }, wish.discountCode);
  const knownIntentId = await giveUpFormerTry(deps, actor.purchaseId, wish);
  const { fixed, isNew } = await deps.db.asSystem((tx) => fixPurchase(tx, deps, actor.purchaseId, wish, knownIntentId));
  if (isNew) deps.onPayment('started', fixed.gateway ?? 'none');
  if (fixed.state === 'intent_created') return toAnswer(deps, fixed);
  const intent = await createIntent(deps, fixed);
  const row = await deps.db.asSystem(async (tx) => {
    const current = await lockPurchase(tx, actor.purchaseId);
    if (current.attempt !== fixed.attempt || !isOpen(current)) throw new PanelError('PURCHASE_CLOSED');
    const change = {
      state: 'intent_created' as const,
      intentId: intent.intentId,
      sealedClientSecret: deps.sealer.seal(intent.clientSecret, `purchase/${actor.purchaseId}`),
      updatedAt: deps.clock.now(),
    };
    await updatePurchase(tx, actor.purchaseId, change);
    return { ...current, ...change };
  });
  return toAnswer(deps, row);
}

const isSameWish = (purchase: PurchaseRow, wish: Wish): boolean =>
  isTaxedForBuyer(purchase) && isSamePlan(purchase, wish);

const isSamePlan = ({ plan, savedCard }: PurchaseRow, wish: Wish): boolean =>
  plan !== null &&
  plan.planId === wish.planId &&
  plan.billingCycle === wish.billingCycle &&
  plan.noOfAccounts === wish.noOfAccounts &&
  plan.currency === wish.currency &&
  plan.autoRenew === wish.autoRenew &&
  plan.chargeableAmount === wish.chargeableAmount &&
  plan.discountCode === wish.discountCode &&
  savedCard?.paymentMethodId === wish.paymentMethodId;

const isChargeOnItsWay = ({ state, savedCard }: PurchaseRow): boolean =>
  state === 'intent_created' && savedCard?.isAsked === true;

/** If something else is wanted now, makes sure that the former attempt can no longer be paid. Returns the former intent. */
async function giveUpFormerTry(deps: PurchaseDeps, purchaseId: string, wish: Wish): Promise<string | null> {
  const found = await findPurchase(deps.db.global, purchaseId);
  if (found === null) throw new PanelError('PURCHASE_CLOSED');
  if (found.state !== 'failed' && isSameWish(found, wish)) return found.intentId;
  // Once a charge of a saved card was requested, it can't be cancelled: it ends as charged or declined.
  const before = isChargeOnItsWay(found) ? await gatewayCall(() => advancePurchase(deps, purchaseId)) : found;
  if (before.intentId !== null) await giveUpIntent(deps, before);
  return before.intentId;
}

async function giveUpIntent(deps: PurchaseDeps, purchase: PurchaseRow): Promise<void> {
  const intent = await gatewayCall(() => deps.gateway.cancelIntent(purchase.intentId ?? ''));
  if (intent.status !== 'succeeded') return;
  // It was paid meanwhile, so the former purchase goes through.
  await advancePurchase(deps, purchase.purchaseId);
  throw new PanelError('PURCHASE_CLOSED');
}

/** Under the lock: checks everything again, and saves the request with its amount and a new tracking id. */
async function fixPurchase(
  tx: Queryable,
  deps: PurchaseDeps,
  purchaseId: string,
  wish: Wish,
  knownIntentId: string | null,
): Promise<{ fixed: PurchaseRow; isNew: boolean }> {
  const purchase = await lockPurchase(tx, purchaseId);
  if (!isOpen(purchase)) throw new PanelError('PURCHASE_CLOSED');
  if (purchase.billingAddress === null)
    throw invalid([{ path: 'billingAddress', code: 'required', message: 'Call upsert-customer first.' }]);
  if (isCountryBlocked(purchase.billingAddress.country, await listBlockedCountries(tx)))
    throw new PanelError('COUNTRY_NOT_SUPPORTED');
  if ((await findDomainOwner(tx, purchase.claims.domainName)) !== null) throw new PanelError('DOMAIN_TAKEN');
  const { quote, gateway, shownPrice } = await quoteForPurchase(tx, deps, purchase, wish);
  // A failed attempt's intent can't be used again, so the same request starts a new attempt.
  const mayGoOn = purchase.state !== 'failed' && purchase.trackingId !== null && !endsSoon(purchase, deps.clock.now());
  if (mayGoOn && isSameWish(purchase, wish)) return { fixed: purchase, isNew: false };
  // Another tab started to pay meanwhile: that attempt must be given up first, on the next try.
  if (purchase.intentId !== knownIntentId || isChargeOnItsWay(purchase))
    throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  const now = deps.clock.now();
  const { paymentMethodId, ...plan } = wish;
  const savedCard = gateway === deps.gateway.name ? await savedCardOf(tx, purchase, gateway, paymentMethodId) : null;
  const change = {
    plan,
    amountMinor: quote.totalMinor,
    taxMinor: quote.taxMinor,
    taxLines: taxLinesOf(quote),
    shownPrice,
    taxedFor: buyerForTaxes(purchase),
    currency: wish.currency,
    gateway,
    attempt: purchase.attempt + 1,
    trackingId: newId(now),
    intentId: null,
    sealedClientSecret: null,
    savedCard,
    settlement: null,
    failure: null,
    // Without an intent to create, the purchase now waits for the buyer or the partner.
    state: gateway !== deps.gateway.name || savedCard !== null ? ('intent_created' as const) : ('started' as const),
    updatedAt: now,
  };
  await updatePurchase(tx, purchaseId, change);
  return { fixed: { ...purchase, ...change }, isNew: true };
}

async function savedCardOf(
  tx: Queryable,
  { customerId }: PurchaseRow,
  gateway: PurchaseDeps['gateway']['name'],
  paymentMethodId: string | undefined,
): Promise<PurchaseRow['savedCard']> {
  if (paymentMethodId === undefined) return null;
  if ((await findSavedCard(tx, { customerId, gateway, paymentMethodId })) === null) throw new PanelError('NOT_FOUND');
  return { paymentMethodId, isAsked: false };
}

async function toAnswer(deps: PurchaseDeps, purchase: PurchaseRow): Promise<Answer> {
  return {
    trackingId: purchase.trackingId ?? '',
    chargeableAmount: toAmountNumber(purchase.amountMinor ?? 0),
    currency: (purchase.currency ?? 'USD') as Answer['currency'],
    stripeSecret:
      purchase.sealedClientSecret === null
        ? null
        : deps.sealer.open(purchase.sealedClientSecret, `purchase/${purchase.purchaseId}`),
    gateway: purchase.gateway === 'partner-page' ? 'partner' : (purchase.gateway ?? 'none'),
    ...(purchase.gateway === 'partner-page' ? await signPurchaseRequest(deps, purchase) : {}),
  };
}
