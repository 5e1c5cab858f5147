import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import type { Handlers } from '../../../testing/operations.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aPartner } from '../../../testing/samples.ts';
import { aPlan, aQuote, aSellingServer, paidPlan } from '../../../testing/quote-samples.ts';

const premium: Plan = aPlan({
  id: 56,
  type: 'premium',
  displayName: 'Premium',
  zIndex: 50,
  features: [{ type: 'storage', attrs: { quota_in_gb: 50 } }],
});
const open = (handlers: Handlers = {}, path = '/billing-and-upgrade') =>
  renderPanel(path, {
    signedIn: true,
    handlers: {
      ...aSellingServer(),
      listAllPlans: () => ({ plans: { mailSuite: [premium, aPlan()], site: [], domain: [] } }),
      ...handlers,
    },
  });
const asked = (api: Awaited<ReturnType<typeof open>>['api']) =>
  api.callsOf('calculateCharge').at(-1)?.input['orderItems'];
const more = page.getByRole('button', { name: 'One mailbox more' });
const fewer = page.getByRole('button', { name: 'One mailbox fewer' });

test('the next higher plan is offered with its differences and its quote; more is bought now [PLN-01] [BIL-02]', async () => {
  const { api } = await open({}, '/renew/mail');
  await expect.element(page.getByRole('radio', { name: /Premium/ })).toBeChecked();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Choose your plan' })).toBeVisible();
  await expect.element(page.getByRole('radiogroup', { name: 'Plans' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'How many mailboxes?' })).toBeVisible();
  await expect.element(page.getByRole('radiogroup', { name: 'How often do you want to pay?' })).toBeVisible();
  await expect.element(page.getByText('Your plan', { exact: true })).toBeVisible();
  const terms = { orderType: 'MailSuite', planId: 56, billingCycle: 'yearly', noOfAccounts: 15 };
  await expect.poll(() => asked(api)).toEqual([{ ...terms, action: 'upgradePlan' }]);
  await page.getByRole('radio', { name: /Business Pro/ }).click();
  await expect.element(page.getByText('You see what it costs here', { exact: false })).toBeVisible();
  await more.click();
  await expect.poll(() => asked(api)).toEqual([{ orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts: 1 }]);
  await expectAccessible();
});

test('fewer mailboxes are saved for the renewal, shown, and can be withdrawn for nothing [BIL-02] [BIL-04]', async () => {
  const later = { planId: 12, billingCycle: 'yearly' as const, noOfAccounts: 14, effectiveOn: '2027-03-14' };
  const none = { taker: 'none', cardGateway: null, card: null, savesCard: false } as const;
  let scheduled: typeof later | null = null;
  const current = () => ({ ...paidPlan(), scheduledChange: scheduled });
  const { api } = await open({
    readCurrentPlan: () => ({ currentPlan: current() }),
    calculateCharge: ({ orderItems }) => {
      const quote = aQuote({ lines: [], tax: [], creditUsed: 0, amountToBePaid: 0, payment: none }, orderItems);
      const [transition] = quote.orderTransitionDetails;
      if (transition) transition.effective = 'at-renewal';
      scheduled = orderItems[0]?.action === 'keepAsIs' ? null : later;
      return quote;
    },
    processPayment: () => ({ status: 'successful', currentPlan: current() }),
  });
  await page.getByRole('radio', { name: /Business Pro/ }).click();
  await fewer.click();
  const save = page.getByRole('button', { name: 'Save for March 14, 2027' }).first();
  await expect.element(save).toBeEnabled();
  await save.click();
  await expect.element(page.getByText('Your plan changes on March 14, 2027')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my plan as it is' }).click();
  await expect.element(page.getByText('Your plan stays as it is')).toBeVisible();
  await expect.element(page.getByText('Your plan changes on March 14, 2027')).not.toBeInTheDocument();
  expect(api.callsOf('calculateCharge').map((call) => call.input['orderItems'])).toContainEqual([
    { orderType: 'MailSuite', action: 'keepAsIs' },
  ]);
});

test('what was chosen for the renewal and has no room is not announced as a change [BIL-02] [C-09]', async () => {
  const refusal = { reason: 'TOO_MANY_MAILBOXES' as const, activeAccounts: 12, limit: 10 };
  const scheduledChange = {
    ...{ planId: 12, billingCycle: 'yearly' as const, noOfAccounts: 10, effectiveOn: '2027-03-14' },
    refusal,
  };
  await open({ readCurrentPlan: () => ({ currentPlan: { ...paidPlan(), scheduledChange } }) });
  await expect.element(page.getByText("Your plan can't change on March 14, 2027 yet")).toBeVisible();
  await expect.element(page.getByText(/Mailboxes in use: 12/)).toBeVisible();
  expect(page.getByText('Your plan changes on', { exact: false }).elements()).toEqual([]);
});

test('who has the highest plan is not told of a higher one [PLN-01]', async () => {
  await open();
  await expect.element(page.getByText(/A higher plan works as soon as you have paid/)).toBeVisible();
  await open({ listAllPlans: () => ({ plans: { mailSuite: [aPlan()], site: [], domain: [] } }) });
  await expect.element(page.getByText(/What you pay for here takes effect at once/)).toBeVisible();
  expect(page.getByText(/A higher plan/).elements()).toEqual([]);
});

test('the reason for a whole new period speaks of no days that are left [BIL-03]', async () => {
  const whole = { from: '2026-11-22', to: '2027-11-22', days: 365, ofDays: 365 };
  const line = { kind: 'charge' as const, text: 'Premium', quantity: 15, unitPrice: 58, ...whole, amount: 870 };
  await open({ calculateCharge: ({ orderItems }) => aQuote({ lines: [line] }, orderItems) }, '/renew/mail');
  await page.getByText('Why this amount?').click();
  await expect.element(page.getByText('15 mailboxes at €58.00 each for 365 days', { exact: true })).toBeVisible();
  expect(page.getByText(/days left/).elements()).toEqual([]);
});

test('in the last day and after the end only the renewal is offered [BIL-08]', async () => {
  const { api } = await open({ readCurrentPlan: () => ({ currentPlan: { ...paidPlan(), remainingDays: 0 } }) });
  await expect.element(page.getByRole('heading', { name: 'Renew' })).toBeVisible();
  await expect.poll(() => asked(api)).toEqual([{ orderType: 'MailSuite', action: 'renew' }]);
  await expect.element(page.getByRole('radio', { name: /Premium/ })).not.toBeInTheDocument();
});

test('a trial that was offered a month says until when, and its quote has the month without a link that asks for it [PLN-02] [C-07]', async () => {
  const order = {
    ...paidPlan().mailSuiteDetails!,
    planId: 52,
    isMonthOffered: true,
    expiry: '2027-03-14T09:00:00.000Z',
  };
  order.planDetails = { ...order.planDetails, id: 52, isTrial: true, isPaid: false, paidPlanId: 12 };
  const { api } = await open({ readCurrentPlan: () => ({ currentPlan: { ...paidPlan(), mailSuiteDetails: order } }) });
  await expect.element(page.getByText('One month free')).toBeVisible();
  await expect.element(page.getByText('before your trial ends on March 14, 2027', { exact: false })).toBeVisible();
  await expect.poll(() => api.callsOf('calculateCharge').at(-1)?.input['monthExtension']).toBe(1);
  await expectAccessible();
});

const lite: Plan = aPlan({ id: 11, type: 'lite', displayName: 'Lite', zIndex: 20 });
const threePlans: Handlers = {
  listAllPlans: () => ({ plans: { mailSuite: [premium, lite, aPlan()], site: [], domain: [] } }),
};

test.each([
  [640, 860],
  [1024, 860],
  [1152, 860],
  [1280, 860],
  [1440, 900],
] as const)(
  'three plans are in one row or in three, as wide as each other, and no word leaves its card at %i px in German [PLN-01]',
  async (width, height) => {
    const order = { ...paidPlan().mailSuiteDetails!, planId: 52 };
    order.planDetails = { ...order.planDetails, id: 52, isTrial: true, isPaid: false, paidPlanId: 12 };
    await renderPanel('/billing-and-upgrade', {
      signedIn: true,
      locale: 'de-de',
      viewport: [width, height],
      handlers: {
        ...aSellingServer(),
        ...threePlans,
        readCurrentPlan: () => ({ currentPlan: { ...paidPlan(), mailSuiteDetails: order } }),
      },
    });
    await expect.element(page.getByRole('radio', { name: /Premium/ })).toBeVisible();
    const cards = page
      .getByRole('radiogroup')
      .first()
      .getByRole('radio')
      .elements()
      .map((radio) => radio.closest('label')!);
    const boxes = cards.map((card) => card.getBoundingClientRect());
    expect(new Set(boxes.map((box) => Math.round(box.width))).size).toBe(1);
    expect([1, 3]).toContain(new Set(boxes.map((box) => Math.round(box.top))).size);
    for (const card of cards) expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

test('shorter cycles wait behind one row, which says when they start; a chosen one is never hidden [BIL-04]', async () => {
  const each = (price: number) => ({ price, firstBillingCyclePrice: price });
  const pricing = { monthly: each(2.9), quarterly: each(8.4), yearly: each(29), two_yearly: each(55) };
  await open({
    listAllPlans: () => ({ plans: { mailSuite: [aPlan({ pricing })], site: [], domain: [] } }),
  });
  const cycle = (name: string | RegExp) => page.getByRole('radio', { name });
  await expect.element(cycle(/^Every year/)).toBeChecked();
  expect(cycle(/^Every month/).elements()).toEqual([]);
  const more = page.getByRole('button', { name: /^More: every month/ });
  await expect.poll(() => more.element().textContent).toMatch(/from your next\srenewal/);
  await more.click();
  await expect.element(cycle(/^Every year/)).toHaveFocus();
  const rowOf = (name: RegExp) => cycle(name).element().closest('label')?.textContent;
  for (const name of [/^Every month/, /^Every three months/]) expect(rowOf(name)).toMatch(/from your next\srenewal/);
  for (const name of [/^Every year/, /^Every two years/]) expect(rowOf(name)).not.toMatch(/renewal/);
  await cycle(/^Every month/).click();
  await expect.element(cycle(/^Every month/)).toBeChecked();
  await expect.element(more).not.toBeInTheDocument();
});

test('a lower plan, where the brand offers it, says on its card that it starts at the renewal [PLN-01] [BIL-02]', async () => {
  await open({ ...threePlans, readPartnerInfo: () => ({ ...aPartner(), brand: 'neo' }) });
  const cardOf = (name: RegExp) => page.getByRole('radio', { name }).element().closest('label')?.textContent;
  await expect.element(page.getByRole('radio', { name: /Lite/ })).toBeVisible();
  expect(cardOf(/Lite/)).toMatch(/from your next\srenewal/);
  for (const name of [/Business Pro/, /Premium/]) expect(cardOf(name)).not.toMatch(/renewal/);
});

const cheaper: Plan = aPlan({
  ...premium,
  pricing: {
    yearly: { price: 58, firstBillingCyclePrice: 40 },
    two_yearly: { price: 110, firstBillingCyclePrice: 80 },
  },
});
const unpaid = (isTrial: boolean): CurrentPlan => {
  const order = { ...paidPlan().mailSuiteDetails!, planId: 52, noOfAccounts: { limit: 3, purchased: 3, active: 2 } };
  order.planDetails = { ...order.planDetails, id: 52, isTrial, isPaid: false, paidPlanId: isTrial ? 12 : null };
  return { ...paidPlan(), mailSuiteDetails: order };
};

test.for<[string, CurrentPlan, { yearly: string; twoYears: string }]>([
  ['a trial, which begins with a first cycle', unpaid(true), { yearly: '€40.00', twoYears: '€3.33' }],
  ['the free plan, too', unpaid(false), { yearly: '€40.00', twoYears: '€3.33' }],
  [
    'a first cycle that runs, but not another cycle',
    { ...paidPlan(), firstBillingCycleUntil: '2027-03-14' },
    { yearly: '€40.00', twoYears: '€4.58' },
  ],
  ['no plan after its first cycle', paidPlan(), { yearly: '€58.00', twoYears: '€4.58' }],
])('the first price is shown where it is charged: to %s [PLN-01] [P-12]', async ([, currentPlan, expected]) => {
  await open({
    readCurrentPlan: () => ({ currentPlan }),
    listAllPlans: () => ({ plans: { mailSuite: [cheaper, aPlan()], site: [], domain: [] } }),
  });
  const textOf = (name: RegExp) => page.getByRole('radio', { name }).element().closest('label')?.textContent ?? '';
  await page.getByRole('radio', { name: /Premium/ }).click();
  await expect.poll(() => textOf(/Premium/)).toContain(expected.yearly);
  const isFirst = expected.yearly === '€40.00';
  expect(textOf(/Premium/).includes('First year €40.00 per mailbox, then €58.00')).toBe(isFirst);
  expect(textOf(/^Every two years/)).toContain(expected.twoYears);
});

test('a trial is proposed one mailbox more than it has, the free plan those that there are [BIL-05] [S-10]', async () => {
  const count = () => page.getByRole('spinbutton', { name: 'Mailboxes' });
  await open({ readCurrentPlan: () => ({ currentPlan: unpaid(true) }) });
  await expect.element(count()).toHaveValue('4');
  await open({ readCurrentPlan: () => ({ currentPlan: unpaid(false) }) });
  await expect.element(count()).toHaveValue('2');
});
