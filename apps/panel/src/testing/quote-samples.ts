import type { OrderItem, Quote } from '@postern/contract/billing';
import type { Plan } from '@postern/contract/plans';
import type { Handlers } from './operations.ts';
import { aCurrentPlan, anOrder } from './samples.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const price = (amount: number) => ({ price: amount, firstBillingCyclePrice: amount });

export const TRACKING_ID = id(88);
const card = {
  paymentMethodId: 'pm_1',
  funding: 'credit',
  walletType: null,
  brand: 'visa',
  lastFourDigits: '4242',
  expMonth: 4,
  expYear: 2031,
};

export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 12,
  type: 'business_pro',
  displayName: 'Business Pro',
  zIndex: 40,
  currency: 'EUR',
  features: [{ type: 'storage', attrs: { quota_in_gb: 10 } }],
  pricing: { monthly: price(2.9), yearly: price(29), two_yearly: price(55) },
  isTrial: false,
  paidPlanId: null,
  defaultTrialDays: null,
  needsCard: true,
  ...changes,
});

/** The example of the drawings: Pro for 15 mailboxes, 112 of 365 days left, three more, 23 % tax, €20.00 credit. */
export function aQuote(changes: Partial<Quote> = {}, orderItems: OrderItem[] = []): Quote {
  const state = {
    planId: 12,
    expiresOn: '2027-03-14',
    noOfAccount: 15,
    billingCycle: 'yearly' as const,
    chargePerMonth: 2.42,
  };
  const period = { from: '2026-11-22', to: '2027-03-14', days: 112, ofDays: 365 };
  return {
    quoteId: id(77),
    validUntil: '2026-11-22T10:00:00.000Z',
    currency: 'EUR',
    orderTransitionDetails: [
      {
        orderType: 'MailSuite',
        orderId: id(11),
        effective: 'now',
        beforeUpdate: state,
        afterUpdate: { ...state, noOfAccount: 18 },
        addons: [],
        carryForwardAmount: { fromPlan: 0, fromAddons: 0, total: 0 },
        addonPurchaseCharges: 0,
        totalAmount: 32.84,
        amountToBePaid: 12.84,
        durationBilledFor: { years: 0, months: 3, days: 20 },
      },
    ],
    lines: [{ kind: 'charge', text: 'Business Pro', quantity: 3, unitPrice: 29, ...period, amount: 26.7 }],
    totalAmount: 32.84,
    creditUsed: 20,
    creditLeft: 0,
    tax: [{ name: 'VAT', rateBasisPoints: 2300, amount: 6.14 }],
    amountToBePaid: 12.84,
    orderItems,
    nextCharge: { on: '2027-03-14', amount: 722.01 },
    payment: { taker: 'panel', cardGateway: { name: 'sandbox' }, card, savesCard: true },
    ...changes,
  };
}

export const paidPlan = () =>
  aCurrentPlan({
    currency: 'EUR',
    expiresOn: '2027-03-14',
    mailSuiteDetails: anOrder({ noOfAccounts: { limit: 15, purchased: 15, active: 12 } }),
  });

/** A server that sells: a saved card pays, and a new one is confirmed by the sandbox. */
export const aSellingServer = (): Handlers => ({
  readCurrentPlan: () => ({ currentPlan: paidPlan() }),
  listAllPlans: () => ({ plans: { mailSuite: [aPlan()], site: [], domain: [] } }),
  listAddOns: () => ({ addons: [] }),
  calculateCharge: ({ orderItems }) => aQuote({}, orderItems),
  startPayment: ({ paymentMethodId }) => ({
    trackingId: TRACKING_ID,
    chargeableAmount: 12.84,
    currency: 'EUR',
    stripeSecret: paymentMethodId === undefined ? 'secret_1' : null,
    gateway: 'sandbox',
  }),
  confirmSandboxPayment: () => ({ status: 'succeeded' }),
  processPayment: () => ({
    status: 'successful',
    currentPlan: {
      ...paidPlan(),
      mailSuiteDetails: anOrder({ noOfAccounts: { limit: 18, purchased: 18, active: 12 } }),
    },
  }),
});
