import type { Plan } from '@postern/contract/plans';
import type { PurchaseClaims } from '@postern/contract/purchase';
import { refusal } from '../../../testing/fake-api.ts';
import type { Answer, Handlers } from '../../../testing/operations.ts';
import { aLogin } from '../../../testing/samples.ts';

export const LINK = '/partner/purchase?jwt=signed.by.partner&partnerId=54';

/** Cycle prices of one mailbox: 5.00 a month by month, 4.50 by quarter, 3.50 by year. */
export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 12,
  type: 'business_pro',
  displayName: 'Business Pro',
  zIndex: 2,
  currency: 'EUR',
  features: [
    { type: 'storage', attrs: { quota_in_gb: 30 } },
    { type: 'calendar', attrs: {} },
    { type: 'read_receipts', attrs: {} },
    { type: 'email_templates', attrs: {} },
  ],
  pricing: {
    monthly: { price: 5, firstBillingCyclePrice: 5 },
    quarterly: { price: 13.5, firstBillingCyclePrice: 13.5 },
    yearly: { price: 42, firstBillingCyclePrice: 42 },
  },
  isTrial: false,
  paidPlanId: null,
  defaultTrialDays: null,
  needsCard: true,
  ...changes,
});

export const aTrialPlan = (changes: Partial<Plan> = {}): Plan =>
  aPlan({ id: 52, isTrial: true, paidPlanId: 12, defaultTrialDays: 14, needsCard: false, ...changes });

export const aFreePlan = (): Plan =>
  aPlan({
    id: 1,
    displayName: 'Free',
    pricing: {},
    needsCard: false,
    features: [
      { type: 'storage', attrs: { quota_in_gb: 2, shared: true } },
      { type: 'email_accounts', attrs: { limit: 3 } },
    ],
  });

export const someClaims = (changes: Partial<PurchaseClaims> = {}): PurchaseClaims => ({
  domainName: 'bluebottle.coffee',
  customerName: 'Ada Fields',
  customerEmailAddress: 'ada@bluebottle.test',
  customerCountry: 'DE',
  locale: null,
  planType: 'business_pro',
  source: null,
  sourceContext: null,
  ...changes,
});

type AuthParams = Answer<'authenticatePurchase'>['params'];

export const aPurchaseAuth = (changes: Partial<AuthParams> = {}): Answer<'authenticatePurchase'> => ({
  flow: 'purchase',
  params: {
    token: 'purchase-token',
    claims: someClaims(),
    cardExists: false,
    blockedCountries: ['CU', 'IR', 'KE', 'KP', 'SY'],
    ...changes,
  },
  partnerInternalId: 54,
});

const CUSTOMER = '00000000-0000-4000-8000-000000000077';
const TRACKING = '00000000-0000-4000-8000-000000000088';
const ORDER = '00000000-0000-4000-8000-000000000099';

const aCompletion = (input: { planId: number; planType: string; noOfAccounts: number; chargeableAmount: number }) => ({
  status: 'successful' as const,
  session: aLogin({ token: 'session-of-buyer' }),
  order: {
    orderId: ORDER,
    planId: input.planId,
    planType: input.planType,
    billingCycle: 'yearly' as const,
    noOfAccounts: input.noOfAccounts,
    chargedAmount: input.chargeableAmount,
    currency: 'EUR' as const,
    expiresOn: '2027-11-20',
  },
  card: { walletType: null, brand: 'visa', lastFourDigits: '4242' },
});

/** A server where everything goes well; the card decides as in the sandbox. */
export const aGoodServer = (plan: Plan = aPlan()): Handlers => ({
  authenticatePurchase: () => aPurchaseAuth(),
  fetchPlans: () => ({ plans: plan.isTrial ? [plan, aPlan({ type: 'paid_pro' })] : [plan], taxes: [] }),
  readTaxDetails: () => ({
    taxDetails: [
      { countryCode: 'DE', taxIds: ['vat_id'] },
      { countryCode: 'IN', taxIds: ['GSTIN'] },
      { countryCode: 'SA', taxIds: ['CSID'] },
    ],
  }),
  upsertCustomer: () => ({ customerId: CUSTOMER }),
  initiatePurchase: (input) => ({
    trackingId: TRACKING,
    chargeableAmount: input.chargeableAmount,
    currency: input.currency,
    ...(input.chargeableAmount > 0
      ? { stripeSecret: 'pi_1_secret_2', gateway: 'sandbox' as const }
      : { stripeSecret: null, gateway: 'none' as const }),
  }),
  confirmSandboxPayment: ({ card }) => {
    if (card.number === '4000000000009995') {
      return { status: 'failed', code: 'card_declined', declineCode: 'insufficient_funds' };
    }
    if (card.number === '4000002500003155') {
      return { status: 'requires_action', challengeUrl: `${window.location.origin}/sandbox-gateway/challenge/1` };
    }
    return { status: 'succeeded' };
  },
  completePurchase: (input) => aCompletion(input),
});

export const declinedAtBank = () =>
  refusal('PAYMENT_FAILED', { attrs: { reason: 'payment_intent_authentication_failure' } });
