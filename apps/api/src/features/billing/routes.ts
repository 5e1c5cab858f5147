import * as contract from '@postern/contract/billing';
import { offerMonth as monthOffer, requestRenewalPayment as renewalPayment } from '@postern/contract/partner-billing';
import * as details from '@postern/contract/billing-details';
import { updateBillingConfig as updateConfig } from '@postern/contract/subscriptions';
import type { Serve } from '../../http/serve.ts';
import { readBillingAddress, setBillingAddress } from './address/billing-address.ts';
import type { BillingDeps } from './billing-deps.ts';
import { startAddingCard } from './card/add-card.ts';
import { deleteCard } from './card/delete-card.ts';
import { readCard } from './card/read-card.ts';
import { updateBillingConfig } from './config/update-billing-config.ts';
import { cancelOrder, reactivateOrder } from './life/cancel-order.ts';
import { listAddOns } from './list-add-ons.ts';
import { offerMonth } from './month-offer/offer-month.ts';
import { readPaymentType } from './partner-page/read-payment-type.ts';
import { requestRenewalPayment } from './partner-page/request-renewal-payment.ts';
import { processPayment } from './payment/process-payment.ts';
import { startPayment } from './payment/start-payment.ts';
import { calculateCharge } from './quote/calculate-charge.ts';
import { readBillingOverview } from './read-billing-overview.ts';

export function billingRoutes(serve: Serve, deps: BillingDeps): void {
  serve(details.readCard, (context) => readCard(deps, context));
  serve(details.startAddingCard, (context) => startAddingCard(deps, context));
  serve(details.deleteCard, (context, input) => deleteCard(deps, context, input));
  serve(details.listAddOns, (context) => listAddOns(deps, context));
  serve(details.readBillingAddress, (context) => readBillingAddress(deps, context));
  serve(details.setBillingAddress, (context, input) => setBillingAddress(deps, context, input));
  serve(contract.readBillingOverview, (context) => readBillingOverview(deps, context));
  serve(contract.calculateCharge, (context, input) => calculateCharge(deps, context, input));
  serve(contract.startPayment, (context, input) => startPayment(deps, context, input));
  serve(contract.readPaymentType, (context, input) => readPaymentType(deps, context, input));
  serve(renewalPayment, (context, input) => requestRenewalPayment(deps, context, input));
  serve(monthOffer, (context, input) => offerMonth(deps, context, input));
  serve(contract.processPayment, (context, input) => processPayment(deps, context, input));
  serve(updateConfig, (context, input) => updateBillingConfig(deps, context, input));
  serve(contract.cancelSubscription, (context, input) => cancelOrder(deps, context, input));
  serve(contract.reactivateSubscription, (context, input) => reactivateOrder(deps, context, input));
}
