import * as contract from '@postern/contract/billing';
import type { Serve } from '../../http/serve.ts';
import type { BillingDeps } from './billing-deps.ts';
import { cancelOrder, reactivateOrder } from './life/cancel-order.ts';
import { processPayment } from './payment/process-payment.ts';
import { startPayment } from './payment/start-payment.ts';
import { calculateCharge } from './quote/calculate-charge.ts';

export function billingRoutes(serve: Serve, deps: BillingDeps): void {
  serve(contract.calculateCharge, (context, input) => calculateCharge(deps, context, input));
  serve(contract.startPayment, (context, input) => startPayment(deps, context, input));
  serve(contract.processPayment, (context, input) => processPayment(deps, context, input));
  serve(contract.cancelSubscription, (context, input) => cancelOrder(deps, context, input));
  serve(contract.reactivateSubscription, (context, input) => reactivateOrder(deps, context, input));
}
