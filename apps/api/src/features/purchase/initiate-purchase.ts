import type { initiatePurchase as operation, PurchasedPlan } from '@postern/contract/purchase';
import type { OutputOf } from '@postern/contract/operation';
import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { toAmountNumber } from '@postern/domain/money';
import { isCountryBlocked } from '@postern/domain/purchase';
import type { Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { PurchaseContext } from '../../http/request-context.ts';
import { newId } from '../../ids.ts';
import { advancePurchase } from './advance-purchase.ts';
import type { PurchaseDeps } from './purchase-deps.ts';
import { quoteForPurchase } from './quote-for-purchase.ts';
import {
  findDomainOwner,
  findPurchase,
  isOpen,
  listBlockedCountries,
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from './purchase-repository.ts';

type Answer = OutputOf<typeof operation>;

/**
 * Fixes what is bought at the price of the catalogue and makes the intent to pay it. Asking again for the same gives the
 * same intent; asking for something else first makes sure that the intent before can't be paid any more.
 */
export async function initiatePurchase(
  deps: PurchaseDeps,
  { purchase: actor }: PurchaseContext,
  wish: PurchasedPlan,
): Promise<Answer> {
  const before = await findPurchase(deps.db.global, actor.purchaseId);
  if (before?.intentId && !isSameWish(before.plan, wish)) await giveUpIntent(deps, before);
  const fixed = await deps.db.asSystem((tx) => fixPurchase(tx, deps, actor.purchaseId, wish, before?.intentId ?? null));
  if (fixed.intentId !== null || fixed.gateway === 'partner' || fixed.gateway === 'none') return toAnswer(deps, fixed);
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

const isSameWish = (kept: PurchasedPlan | null, wish: PurchasedPlan): boolean =>
  kept !== null &&
  kept.planId === wish.planId &&
  kept.billingCycle === wish.billingCycle &&
  kept.noOfAccounts === wish.noOfAccounts &&
  kept.currency === wish.currency &&
  kept.autoRenew === wish.autoRenew &&
  kept.chargeableAmount === wish.chargeableAmount;

async function giveUpIntent(deps: PurchaseDeps, purchase: PurchaseRow): Promise<void> {
  const intent = await gatewayCall(() => deps.gateway.cancelIntent(purchase.intentId ?? ''));
  if (intent.status !== 'succeeded') return;
  // It was paid meanwhile: the purchase goes through as it was.
  await advancePurchase(deps, purchase.purchaseId);
  throw new PanelError('PURCHASE_CLOSED');
}

/** Under the lock: checks everything again, and keeps the wish with its amount and a fresh tracking id. */
async function fixPurchase(
  tx: Queryable,
  deps: PurchaseDeps,
  purchaseId: string,
  wish: PurchasedPlan,
  knownIntentId: string | null,
): Promise<PurchaseRow> {
  const purchase = await lockPurchase(tx, purchaseId);
  if (!isOpen(purchase)) throw new PanelError('PURCHASE_CLOSED');
  if (purchase.billingAddress === null)
    throw invalid([{ path: 'billingAddress', code: 'required', message: 'Call upsert-customer first.' }]);
  if (isCountryBlocked(purchase.billingAddress.country, await listBlockedCountries(tx)))
    throw new PanelError('COUNTRY_NOT_SUPPORTED');
  if ((await findDomainOwner(tx, purchase.claims.domainName)) !== null) throw new PanelError('DOMAIN_TAKEN');
  const { tax, gateway } = await quoteForPurchase(tx, deps, purchase, wish);
  // The intent of a failed attempt is dead; the same wish then begins a new one.
  if (purchase.state !== 'failed' && purchase.trackingId !== null && isSameWish(purchase.plan, wish)) return purchase;
  // Another tab made an intent after we looked: it must be given up first, on the next try.
  if (purchase.intentId !== knownIntentId) throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  const now = deps.clock.now();
  const change = {
    plan: wish,
    amountMinor: tax.totalMinor,
    taxMinor: tax.taxMinor,
    taxLines: tax.lines,
    currency: wish.currency,
    gateway,
    attempt: purchase.attempt + 1,
    trackingId: newId(now),
    intentId: null,
    sealedClientSecret: null,
    state: gateway === 'partner' || gateway === 'none' ? ('intent_created' as const) : ('started' as const),
    updatedAt: now,
  };
  await updatePurchase(tx, purchaseId, change);
  return { ...purchase, ...change };
}

async function createIntent(deps: PurchaseDeps, purchase: PurchaseRow) {
  const idempotencyKey = `purchase/${purchase.purchaseId}/${purchase.attempt}`;
  const metadata = {
    purchaseId: purchase.purchaseId,
    partnerId: String(purchase.partnerId),
    domainName: purchase.claims.domainName,
  };
  const shared = { idempotencyKey, metadata, customerReference: purchase.customerId };
  if (purchase.amountMinor === 0) return gatewayCall(() => deps.gateway.createSetupIntent(shared));
  return gatewayCall(() =>
    deps.gateway.createPaymentIntent({
      ...shared,
      amountMinor: purchase.amountMinor ?? 0,
      currency: purchase.currency ?? 'USD',
      description: `Email for ${purchase.claims.domainName}`,
      saveCard: purchase.plan?.autoRenew ?? false,
    }),
  );
}

/** Calls the gateway; whatever it can't do now may be tried again. */
async function gatewayCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof PaymentGatewayError) throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE', {}, { cause });
    throw cause;
  }
}

function toAnswer(deps: PurchaseDeps, purchase: PurchaseRow): Answer {
  return {
    trackingId: purchase.trackingId ?? '',
    chargeableAmount: toAmountNumber(purchase.amountMinor ?? 0),
    currency: (purchase.currency ?? 'USD') as Answer['currency'],
    stripeSecret:
      purchase.sealedClientSecret === null
        ? null
        : deps.sealer.open(purchase.sealedClientSecret, `purchase/${purchase.purchaseId}`),
    gateway: purchase.gateway ?? 'none',
  };
}
