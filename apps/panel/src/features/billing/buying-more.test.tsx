import type { CurrentPlan } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aCurrentPlan, anOrder, aPartner } from '../../testing/samples.ts';
import { aPlan, aSellingServer } from '../../testing/quote-samples.ts';

const premium = aPlan({ id: 56, type: 'premium', displayName: 'Premium', zIndex: 50 });
const order = anOrder();
const line = { kind: 'charge' as const, text: 'Business Pro', amount: 435, quantity: 15, unitPrice: 29 };
const undated = { from: null, to: null, days: null, ofDays: null };

const STORAGE = {
  ...{ id: 'storage_addon', addonId: 'storage_addon', currency: 'EUR' as const, trialInDays: null },
  ...{ type: 'storage_addon', displayName: 'Extra storage', zIndex: 10 },
  ...{ features: [], limit: null, pricing: { monthly: 1, yearly: 10 } },
};

const open = (
  plan: Partial<CurrentPlan> = {},
  flags: Partial<ReturnType<typeof aPartner>['flags']> = {},
  more: Handlers = {},
) =>
  renderPanel('/billing-and-subscription', {
    signedIn: true,
    handlers: {
      readPartnerInfo: () => aPartner({ flags: { ...aPartner().flags, ...flags } }),
      readCurrentPlan: () => ({ currentPlan: aCurrentPlan({ currency: 'EUR', ...plan }) }),
      readBillingOverview: () => ({
        currency: 'EUR',
        charges: [],
        orders: [
          {
            ...{
              orderId: order.orderId,
              orderType: 'MailSuite',
              billingCycle: 'yearly',
              lines: [{ ...line, ...undated }],
            },
            ...{ renews: true, endsOn: '2027-05-04', cancelledOn: null, stopsOn: null, deletedOn: null },
            ...{ dueNow: null, tries: [], declineCode: null },
          },
        ],
      }),
      listAllPlans: () => ({ plans: { mailSuite: [aPlan(), premium], site: [], domain: [] } }),
      listAddOns: () => ({ addons: [] }),
      ...more,
    },
  });
const main = page.getByRole('main');
const link = (name: string) => main.getByRole('link', { name, exact: true });

test('billing leads to more mailboxes and to the next higher plan, and the menu to all plans [BIL-02] [PLN-02]', async () => {
  await open();
  await expect.element(link('Upgrade to Premium')).toHaveAttribute('href', '/billing-and-upgrade');
  await expect.element(link('Buy mailboxes').first()).toHaveAttribute('href', '/buy-email-account');
  await expect.element(page.getByRole('link', { name: 'Plans' })).toHaveAttribute('href', '/billing-and-upgrade');
});

test('every price beside the plan is for the cycle that the list names, also while another one is paid [BIL-02] [ADD-01]', async () => {
  await open({ billingCycle: 'monthly' }, {}, { listAddOns: () => ({ addons: [STORAGE] }) });
  await expect.element(page.getByText('Per year, before tax')).toBeVisible();
  await expect.element(page.getByText('€10.00 each')).toBeVisible();
  await expect.element(main.getByText('Extra storage', { exact: true })).toBeVisible();
});

test.for([
  ['suspended', { subscriptionStatus: 'suspended', remainingDays: -9 }],
  ['cancelled', { subscriptionStatus: 'cancel-subscription' }],
] as const)(
  'no add-on is offered on a plan that is %s, as none can be bought, and an own one stays [BIL-02] [ADD-01]',
  async ([, plan]) => {
    const other = { ...STORAGE, id: 'max_addon', addonId: 'max_addon', type: 'max_addon', displayName: 'Max' };
    const own = {
      ...{ id: 'max_addon-1', type: 'max_addon', quantity: 1, status: 'suspended' as const, attachedTo: null },
      ...{ renewOnExpiry: true, trialUntil: null, amountToBePaidOnRenewal: 20 },
    };
    await open({ ...plan, addons: [own] }, {}, { listAddOns: () => ({ addons: [STORAGE, other] }) });
    await expect.element(main.getByRole('link', { name: 'Manage Max', exact: true })).toBeVisible();
    await expect.element(main.getByText('Extra storage', { exact: true })).not.toBeInTheDocument();
  },
);

test('a smaller plan that was chosen for the renewal and has no room is said, with what happens then [BIL-02] [C-09]', async () => {
  const scheduled = { planId: 56, billingCycle: 'yearly' as const, noOfAccounts: 2, effectiveOn: '2027-05-04' };
  const tooMany = { reason: 'TOO_MANY_MAILBOXES' as const, activeAccounts: 15, limit: 2 };
  await open({ scheduledChange: { ...scheduled, refusal: tooMany } });
  await expect.element(page.getByText("Your plan can't change on May 4, 2027 yet", { exact: true })).toBeVisible();
  await expect.element(page.getByText('Mailboxes in use: 15. Premium allows 2.')).toBeVisible();
  await expect
    .element(page.getByText('Delete some by May 4, 2027, or your current plan renews instead.'))
    .toBeVisible();
  await expectAccessible();
  await open({ scheduledChange: scheduled });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect
    .element(page.getByText('Delete some by May 4, 2027, or your current plan renews instead.'))
    .not.toBeInTheDocument();
});

test('a trial is offered a plan in its card, once, and no mailboxes [BIL-02] [PLN-02]', async () => {
  const trial = { ...order, planDetails: { ...order.planDetails, isTrial: true, isPaid: false } };
  await open({ mailSuiteDetails: trial, subscriptionStatus: 'free trial', remainingDays: 12 });
  await expect.element(link('Choose a plan')).toHaveAttribute('href', '/billing-and-upgrade');
  expect(link('Choose a plan').elements()).toHaveLength(1);
  expect(link('Buy mailboxes').elements()).toEqual([]);
});

test('while a plan is cancelled nothing is offered that would be refused [BIL-02]', async () => {
  await open({ subscriptionStatus: 'cancel-subscription', autoRenew: false });
  await expect.element(main.getByRole('heading', { name: 'What you have' })).toBeVisible();
  expect(link('Buy mailboxes').elements()).toEqual([]);
  expect(link('Upgrade to Premium').elements()).toEqual([]);
});

test('where the partner’s own page takes the money, the same is sold here and no card or invoice is shown [PAY-05]', async () => {
  await open({}, { hideBillingPageOnPaymentViaPartner: true });
  await expect.element(main.getByText('You pay at Harbour Mail').first()).toBeVisible();
  await expect.element(link('Buy mailboxes').first()).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Plans' })).toBeVisible();
  expect(main.getByRole('button', { name: 'Add card' }).elements()).toEqual([]);
  expect(main.getByRole('heading', { name: 'Invoices' }).elements()).toEqual([]);
});

test('after a paid change Billing reads the next charge again [BIL-02] [BIL-03]', async () => {
  const { calculateCharge, startPayment, processPayment, readCurrentPlan } = aSellingServer();
  const selling = { calculateCharge, startPayment, processPayment, readCurrentPlan } as Handlers;
  const { api } = await open({}, {}, selling);
  await link('Buy mailboxes').first().click();
  const pay = page.getByRole('button', { name: 'Pay €12.84' }).first();
  await expect.element(pay).toBeEnabled();
  const before = api.callsOf('readBillingOverview').length;
  await pay.click();
  await expect.element(page.getByText('You have 18 mailboxes now')).toBeVisible();
  await page.getByRole('link', { name: 'Subscription' }).click();
  await expect.element(main.getByText('18 mailboxes', { exact: false }).first()).toBeVisible();
  await expect.poll(() => api.callsOf('readBillingOverview').length).toBeGreaterThan(before);
});
