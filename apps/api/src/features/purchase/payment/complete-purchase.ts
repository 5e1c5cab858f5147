import { PaymentGatewayError } from '@postern/adapter-payment/port';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { completePurchase as operation } from '@postern/contract/purchase';
import { parseDecimalMinor, toAmountNumber } from '@postern/domain/money';
import { PanelError } from '../../../http/panel-error.ts';
import type { PurchaseContext } from '../../../http/request-context.ts';
import { derivedToken } from '../../../secrets/tokens.ts';
import { startSession } from '../../session/public.ts';
import type { SignInPlace } from '../../sign-in-history/public.ts';
import { challengeVouched } from '../../two-factor/public.ts';
import { advancePurchase, agreeWithoutCard } from '../provision/advance-purchase.ts';
import { findOrderOf } from '../provision/order-of-purchase.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { findCustomerRow, findPurchase, type PurchaseRow } from '../purchase-repository.ts';
import { askForSavedCard } from './charge-saved-card.ts';
import { gatewayCall } from './create-intent.ts';

type Answer = OutputOf<typeof operation>;

/** Finishes a paid purchase. A repeated request, by anyone who has its token, gets the same answer. */
export async function completePurchase(
  deps: PurchaseDeps,
  context: PurchaseContext,
  input: ParsedInputOf<typeof operation>,
): Promise<Answer> {
  const { purchase: actor } = context;
  const before = await findPurchase(deps.db.global, actor.purchaseId);
  if (before === null || before.trackingId !== input.trackingId) throw new PanelError('NOT_FOUND');
  if (parseDecimalMinor(input.chargeableAmount) !== (before.amountMinor ?? 0)) {
    throw new PanelError('AMOUNT_CHANGED', {
      chargeableAmount: toAmountNumber(before.amountMinor ?? 0),
      currency: before.currency,
    });
  }
  const needsNoCard = before.gateway === 'partner' || before.gateway === 'none';
  if (needsNoCard && before.state === 'intent_created') await agreeWithoutCard(deps, before);
  if (before.savedCard !== null) await askForSavedCard(deps, before);
  const purchase = await gatewayCall(() => advancePurchase(deps, actor.purchaseId));
  if (purchase.state !== 'confirmed') throw await refusalOf(deps, purchase);
  const [answer, card] = await Promise.all([answerFor(deps, context, purchase), paidCardOf(deps, purchase)]);
  if (answer instanceof PanelError) throw answer;
  return card === undefined ? answer : { ...answer, card };
}

/** The card that paid. Nothing if the gateway doesn't answer now: the order is complete, and its owner need not wait for that. */
async function paidCardOf(
  deps: PurchaseDeps,
  { gateway, intentId, amountMinor }: PurchaseRow,
): Promise<Answer['card']> {
  if (gateway !== deps.gateway.name || intentId === null || amountMinor === 0) return undefined;
  try {
    const { card } = await deps.gateway.readIntent(intentId);
    return card && { walletType: card.walletType, brand: card.brand, lastFourDigits: card.lastFourDigits };
  } catch (error) {
    if (error instanceof PaymentGatewayError) return undefined;
    throw error;
  }
}

async function refusalOf(deps: PurchaseDeps, purchase: PurchaseRow): Promise<PanelError> {
  if (purchase.state === 'refunded' || purchase.state === 'refunding')
    return new PanelError(purchase.failure?.code === 'QUOTE_EXPIRED' ? 'PURCHASE_CLOSED' : 'DOMAIN_TAKEN', {
      refunded: true,
    });
  const { state, failure } = purchase;
  if (state === 'failed' && failure !== null && failure.code !== 'canceled')
    return paymentFailed(failure.code, failure.reason);
  if (state !== 'intent_created') return new PanelError('PURCHASE_CLOSED');
  if (purchase.gateway === 'partner-page') return paymentFailed('requires_action');
  if (purchase.savedCard !== null) return paymentFailed('processing');
  const intent = await gatewayCall(() => deps.gateway.readIntent(purchase.intentId ?? ''));
  // A gateway may keep the failure of a former try while the bank asks again: that isn't how this one ended.
  const last = intent.status === 'failed' ? intent.failure : undefined;
  return paymentFailed(last?.code ?? intent.status, last?.declineCode);
}

const paymentFailed = (reason: string, declineCode?: string): PanelError =>
  new PanelError('PAYMENT_FAILED', declineCode === undefined ? { reason } : { reason, declineCode });

/** Returns the session, or the challenge for a customer who wants a code even when the partner vouches for them. */
async function answerFor(deps: PurchaseDeps, place: SignInPlace, purchase: PurchaseRow): Promise<Answer | PanelError> {
  return deps.db.asSystem(async (tx) => {
    const customer = await findCustomerRow(tx, purchase.customerId);
    const order = await findOrderOf(tx, purchase);
    if (customer === null || order === null || purchase.bundleId === null)
      throw new Error('A confirmed purchase lacks its order.');
    const { customerId, bundleId, partnerId } = purchase;
    const who = {
      customerId,
      bundleId,
      partnerId,
      mailboxId: null,
      role: 'domainAdmin',
      email: customer.email,
    } as const;
    const challenge = await challengeVouched(tx, deps, who);
    if (challenge !== null) return challenge;
    const session = await startSession(tx, deps.clock, {
      ...{ ...who, place },
      token: derivedToken(deps.sealer.key, 'purchase-session', purchase.purchaseId),
      source: 'purchase',
      method: 'purchase',
    });
    return { status: 'successful', session, order };
  });
}
