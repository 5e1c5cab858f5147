import {
  calculateCharge,
  calculateNeoCharge,
  cancelSubscription,
  readBillingOverview,
  processPayment,
  reactivateSubscription,
  readPaymentType,
  startPayment,
} from '@postern/contract/billing';
import {
  deleteCard,
  listAddOns,
  readBillingAddress,
  readCard,
  setBillingAddress,
  startAddingCard,
} from '@postern/contract/billing-details';
import { listInvoices } from '@postern/contract/invoices';
import { readPartnerInfo } from '@postern/contract/partners';
import { confirmSandboxPayment } from '@postern/contract/payment';
import { fetchPlans, readTaxDetails } from '@postern/contract/plans';
import {
  authenticatePurchase,
  completePurchase,
  initiatePurchase,
  readDiscount,
  settlePurchase,
  upsertCustomer,
} from '@postern/contract/purchase';
import { offerMonth, requestRenewalPayment } from '@postern/contract/partner-billing';
import { reportEntityChange, reportPreAuthEvent } from '@postern/contract/events';
import { chooseLanguage } from '@postern/contract/language';
import { type Login, listBundles, switchBundle, validateToken } from '@postern/contract/session';
import { listAllPlans, readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { aCard, anAddress, aPurchaseLink, aReadyPurchase, aWish, complete } from '../builders.ts';
import { addApiKey } from '../../features/partners/api-keys.ts';
import { setPartner } from '../../features/partners/change-partner.ts';
import { discount } from '../../features/plans/tables.ts';
import { aCustomerAtPartner, aPurchaseAtPartner, aSettlement, payAtPartner } from '../partner-page.ts';
import type { TestApp } from '../start-test-app.ts';
import type { Recording } from './recorder.ts';

export type Bought = { token: string; login: Login; orderId: string; bundleId: string };

const percentage = (basisPoints: number) => ({ type: 'percentage' as const, basisPoints });
const SUMMER = {
  ...{ discountId: 'summer-2027', displayCode: 'SUMMER27', expiresOn: '2030-08-31', partnerIds: null },
  terms: { email_account: percentage(2000), site: percentage(1000), domain: percentage(500) },
};

/** Buys email for harbour.test. */
export async function recordPurchase(app: TestApp, call: Recording): Promise<Bought> {
  const claims = { customerName: 'Rosa Lind', locale: 'en', source: 'shop' };
  const link = await aPurchaseLink(app, { domain: 'harbour.test', email: 'rosa@lind.test', linkId: 'cart-17', claims });
  await call(readPartnerInfo, { partnerId: link.partnerId });
  await call(reportPreAuthEvent, { name: 'purchase.opened', attrs: { planType: 'pro' } });
  const { params } = await call(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });
  const token = params.token ?? '';
  await call(fetchPlans, { includeTrialPlans: 'true' }, { token });
  await call(readTaxDetails, {});
  await app.deps.db.asSystem((tx) => tx.insert(discount).values(SUMMER));
  await call(readDiscount, { discountCode: 'summer27' }, { token });
  await call(upsertCustomer, { billingAddress: anAddress('rosa@lind.test') }, { token });
  const wish = await aWish(app, token, { accounts: 10 });
  const { trackingId, stripeSecret } = await call(initiatePurchase, wish, { token });
  await call(confirmSandboxPayment, { clientSecret: stripeSecret ?? '', card: aCard() });
  const { session, order } = await call(completePurchase, { ...wish, trackingId }, { token });
  const [bundle] = session.bundles;
  return { token: session.token, login: session, orderId: order.orderId, bundleId: bundle?.bundleId ?? '' };
}

/** How much of a year passes until its renewal may be paid. */
const DAYS_UNTIL_ASKED = 362;

/** A purchase that is paid on the partner's page, and a change that is about to be. */
export async function recordSettlement(app: TestApp, call: Recording): Promise<void> {
  await payAtPartner(app.deps, app.otherPartner);
  const { asked } = await aPurchaseAtPartner(app, app.otherPartner);
  await call(settlePurchase, { jwt: await aSettlement(app, app.otherPartner, asked) });
  const { token } = await aCustomerAtPartner(app, app.otherPartner);
  const { quoteId } = await app.must(
    calculateCharge,
    { orderItems: [{ action: 'buyMoreAccounts', noOfAccounts: 2 }] },
    { token },
  );
  await call(readPaymentType, { action: 'buyMoreAccounts', quoteId }, { token });
  const { domain } = await aCustomerAtPartner(app, app.otherPartner, { domain: 'renewed.test' });
  const { apiKey } = await addApiKey(app.deps, app.otherPartner.partnerId);
  const now = app.clock.now();
  app.clock.advance({ days: DAYS_UNTIL_ASKED });
  await call(requestRenewalPayment, { domainName: domain }, { token: apiKey });
  app.clock.moveTo(now);
  await setPartner(app.deps, app.otherPartner.partnerId, { mayOfferMonths: true });
  const trial = await aPurchaseLink(app, { partner: app.otherPartner, planType: 'trial', domain: 'tried.test' });
  const begun = await aReadyPurchase(app, trial, { planType: 'trial' });
  await complete(app, begun);
  await call(offerMonth, { domainName: trial.domain, reason: 'Our reply was late' }, { token: apiKey });
}

export async function recordSubscription(call: Recording, { token, bundleId, orderId }: Bought): Promise<void> {
  const as = { token };
  await call(validateToken, {}, as);
  await call(listBundles, { entitiesToInclude: ['orders'] }, as);
  await call(switchBundle, { bundleId }, as);
  await call(chooseLanguage, { locale: 'en' }, as);
  await call(updateBillingConfig, { renewalBillingCycle: 'yearly' }, as);
  await call(readCurrentPlan, {}, as);
  await call(readBillingOverview, {}, as);
  const { card } = await call(readCard, {}, as);
  await call(startAddingCard, {}, as);
  await call(listAddOns, {}, as);
  await call(listInvoices, {}, as);
  const { billingAddress } = await call(readBillingAddress, {}, as);
  await call(setBillingAddress, { billingAddress }, as);
  const { quoteId } = await call(
    calculateCharge,
    { orderItems: [{ action: 'buyMoreAccounts', noOfAccounts: 2 }], clientTrackingId: 'two-more' },
    as,
  );
  await call(calculateNeoCharge, { orderItems: [{ action: 'buyMoreAccounts', noOfAccounts: 1 }] }, as);
  const { trackingId, stripeSecret } = await call(startPayment, { quoteId, clientTrackingId: 'two-more' }, as);
  await call(confirmSandboxPayment, { clientSecret: stripeSecret ?? '', card: aCard() });
  await call(processPayment, { trackingId }, as);
  await call(cancelSubscription, { orderId, reason: 'We move to another domain' }, as);
  await call(reactivateSubscription, { orderId }, as);
  await call(deleteCard, { paymentMethodId: card.paymentMethodId }, as);
  await call(listAllPlans, { orderTypes: 'MailSuite', currency: 'EUR' }, as);
  await call(reportEntityChange, { name: 'plan.viewed' }, as);
}
