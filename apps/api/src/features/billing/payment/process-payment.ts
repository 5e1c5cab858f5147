import type { processPayment as operation } from '@postern/contract/billing';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { gatewayCall } from '../../purchase/public.ts';
import { readCurrentPlan } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';
import { advancePayment, finish } from './advance-payment.ts';
import { findPayment, type PaymentRow } from './payment-repository.ts';

/** Finishes a payment once it is paid. A repeated request gets the same answer. */
export async function processPayment(
  deps: BillingDeps,
  context: SessionContext,
  { trackingId }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  assertMayPay(context);
  const { customerId, bundleId } = context.actor;
  const key = { customerId, bundleId, paymentId: trackingId };
  const before = await deps.db.asSystem((tx) => findPayment(tx, key));
  if (before === null) throw new PanelError('NOT_FOUND');
  const needsNoCard = before.gateway === 'none' || before.gateway === 'partner';
  if (needsNoCard && before.state === 'open')
    await deps.db.asSystem((tx) => finish(tx, deps, before, { kind: 'paid', intent: null }));
  const payment = await gatewayCall(() => advancePayment(deps, key));
  if (payment.state !== 'paid') throw await refusalOf(deps, payment);
  return { status: 'successful', ...(await readCurrentPlan(deps, context)) };
}

async function refusalOf(deps: BillingDeps, payment: PaymentRow): Promise<PanelError> {
  const { state, failure, intentId, gateway, paymentMethodId } = payment;
  if (state === 'refunded' || state === 'refunding') return new PanelError('PURCHASE_CLOSED', { refunded: true });
  // A saved card that was declined: another one can pay, with a new quote.
  if (state === 'failed') {
    const { code: reason = 'processing_error', reason: declineCode } = failure ?? {};
    return new PanelError('PAYMENT_FAILED', declineCode === undefined ? { reason } : { reason, declineCode });
  }
  if (state !== 'open') return new PanelError('PURCHASE_CLOSED');
  if (gateway === 'partner-page')
    return new PanelError('PAYMENT_FAILED', { reason: failure?.code ?? 'requires_action' });
  // The saved card was charged, and its bank hasn't answered yet.
  if (paymentMethodId !== null) return new PanelError('PAYMENT_FAILED', { reason: 'processing' });
  if (intentId === null) return new PanelError('PAYMENT_FAILED', { reason: failure?.code ?? 'requires_confirmation' });
  const intent = await gatewayCall(() => deps.gateway.readIntent(intentId));
  const last = intent.status === 'failed' ? intent.failure : undefined;
  const reason = last?.code ?? intent.status;
  return new PanelError(
    'PAYMENT_FAILED',
    last?.declineCode === undefined ? { reason } : { reason, declineCode: last.declineCode },
  );
}
