import type { BillingOverview, Quote } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aCurrentPlan, anOrder, aPartner } from '../../testing/samples.ts';

const PATH = '/billing-and-subscription';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const { orderId } = anOrder();

const line = (kind: 'charge' | 'tax' | 'credit', text: string, amount: number, quantity = 1) => ({
  ...{ kind, text, amount, quantity, unitPrice: amount / quantity },
  ...{ from: null, to: null, days: null, ofDays: null },
});
const PLAN_LINE = line('charge', 'Business Pro', 435, 15);
const STORAGE_LINE = line('charge', 'Extra storage', 10);

/** The board's example: 435.00 + 10.00, 23 % of it 102.35, less 20.00 of credit. */
function anOverview(changes: Partial<BillingOverview['orders'][number]> = {}, charged: string | null = '2027-05-04') {
  const vat = { ...line('tax', 'VAT 23 %', 102.35), tax: { name: 'VAT', rateBasisPoints: 2300 } };
  const lines = [PLAN_LINE, STORAGE_LINE, vat, line('credit', 'Credit', 20)];
  const overview: BillingOverview = {
    currency: 'EUR',
    charges: charged === null ? [] : [{ on: charged, orderTypes: ['MailSuite'], lines, amountToBePaid: 527.35 }],
    orders: [
      {
        ...{ orderId, orderType: 'MailSuite', billingCycle: 'yearly', lines: [PLAN_LINE, STORAGE_LINE] },
        ...{ renews: true, endsOn: '2027-05-04', cancelledOn: null, stopsOn: null, deletedOn: null },
        ...{ dueNow: null, tries: [], declineCode: null },
        ...changes,
      },
    ],
  };
  return overview;
}

const VISA = { paymentMethodId: 'pm_1', funding: 'credit', walletType: 'google_pay', brand: 'visa' };
const ADDRESS = {
  ...{ email: 'ada@bluebottle.coffee', name: 'Ada Fields', companyName: 'Bluebottle Roastery Ltd', country: 'IE' },
  ...{ companyAddress: '14 Quay Street', city: 'Galway', state: '', zipCode: '' },
};
const PERIOD = { from: '2026-05-04', to: '2027-05-04' };

const handlers = (plan: Partial<CurrentPlan>, overview: BillingOverview): Handlers => ({
  readCurrentPlan: () => ({ currentPlan: aCurrentPlan({ currentPeriod: PERIOD, ...plan }) }),
  readBillingOverview: () => overview,
  readCard: () => ({
    card: { ...VISA, lastFourDigits: '4242', expMonth: 8, expYear: 2028 },
    history: [],
    mayRemove: true,
  }),
  listAddOns: () => ({ addons: [] }),
  readBillingAddress: () => ({ billingAddress: ADDRESS, customerTaxDetails: { taxDetails: [] }, mayChange: true }),
});

const open = (plan: Partial<CurrentPlan> = {}, overview = anOverview(), more: PanelOptions = {}) =>
  renderPanel(PATH, { signedIn: true, ...more, handlers: { ...handlers(plan, overview), ...more.handlers } });

test('one page says what is charged, when and with what, line by line, and what the domain has [BIL-01] [BIL-02] [SHL-05]', async () => {
  // In the last hours of a day fewer whole days are left than the calendar has.
  await open({ remainingDays: 164, calendarDaysLeft: 165 });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  const next = page.getByRole('complementary', { name: 'Next charge' });
  await expect.element(next.getByText('May 4, 2027, in 165 days')).toBeVisible();
  for (const text of ['Business Pro, 15 mailboxes', '€435.00', '€10.00', 'VAT 23%', '€102.35', '−€20.00', '€527.35'])
    await expect.element(next.getByText(text, { exact: true })).toBeVisible();
  await expect.element(next.getByText('Google Pay, Visa ending in 4242')).toBeVisible();
  await expect.element(page.getByText('Bluebottle Roastery Ltd')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Subscription' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
});

test('the page shows a payment that the bank has taken back, what is on hold and whom to ask [BIL-01] [PAY-02]', async () => {
  await open({}, anOverview({ disputed: 58 }));
  await expect.element(page.getByRole('heading', { name: 'Your bank is asking for €58.00 back' })).toBeVisible();
  await expect.element(page.getByText(/took back your payment and.*upgrades, more mailboxes.*write to/)).toBeVisible();
  await expectAccessible();
});

test('a payment at its bank leaves the next charge where it is, and nothing is said to be charged never [BIL-01] [BIL-07]', async () => {
  const atBank = page.getByRole('heading', { name: /^Your bank is still working on a payment of €12\.84/ });
  const next = page.getByRole('complementary', { name: 'Next charge' });
  await open({}, anOverview({ processing: 12.84 }));
  await expect.element(atBank).toBeVisible();
  await expect.element(next.getByText('€527.35', { exact: true })).toBeVisible();
  await open({}, anOverview({ processing: 12.84 }, null));
  await expect.element(atBank).toBeVisible();
  await expect.element(next.getByRole('heading')).not.toBeInTheDocument();
});

test('a discount code has a line of its own in the next charge, and its last day beside the plan [BIL-01] [P-11]', async () => {
  const discount = { displayCode: 'SUMMER27', expiryDate: '2027-08-31', unitPrice: 36.25, amount: 108.75 };
  const lines = [{ ...PLAN_LINE, discount }];
  const charges = [{ on: '2027-05-04', orderTypes: ['MailSuite' as const], lines, amountToBePaid: 435 }];
  const off = { displayCode: 'SUMMER27', type: 'percentage' as const, value: 20, expiryDate: '2027-08-31' };
  await open({ mailSuiteDetails: anOrder({ discount: off }) }, { ...anOverview({ lines }), charges });
  const next = page.getByRole('complementary', { name: 'Next charge' });
  for (const text of ['€543.75', 'Discount code SUMMER27', '−€108.75', '€435.00'])
    await expect.element(next.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Discount code SUMMER27: 20% off until August 31, 2027')).toBeVisible();
  await expectAccessible();
});

test('the next charge of a company that owes the VAT itself says so [X-02]', async () => {
  const reversed = { ...line('tax', 'Reverse charge 0 %', 0), isReverseCharge: true };
  const overview = anOverview();
  const charges = [
    { on: '2027-05-04', orderTypes: ['MailSuite' as const], lines: [PLAN_LINE, reversed], amountToBePaid: 435 },
  ];
  await open({}, { ...overview, charges }, { locale: 'de-de' });
  await expect.element(page.getByText('Reverse Charge: Sie schulden die Umsatzsteuer')).toBeVisible();
});

test('cancelling takes two presses and a reason, and keeping the plan takes one [BIL-06]', async () => {
  const { api } = await open();
  const cancelled: Partial<CurrentPlan> = { autoRenew: false, subscriptionStatus: 'cancel-subscription' };
  const cancelledOrder = { renews: false, cancelledOn: '2026-11-22', stopsOn: '2027-05-04', deletedOn: '2027-06-03' };
  api.use({
    cancelSubscription: () => {
      api.use({ readBillingOverview: () => anOverview(cancelledOrder, null) });
      return { currentPlan: aCurrentPlan({ currentPeriod: PERIOD, ...cancelled }) };
    },
    reactivateSubscription: () => {
      api.use({ readBillingOverview: () => anOverview() });
      return { currentPlan: aCurrentPlan({ currentPeriod: PERIOD }) };
    },
  });
  await button('Cancel subscription').click();
  const dialog = page.getByRole('dialog');
  expect(dialog.getByRole('button', { name: 'Cancel', exact: true }).elements(), 'one meaning a word').toEqual([]);
  await expect.element(dialog.getByRole('button', { name: 'Keep my plan' })).toBeVisible();
  await expect.element(dialog.getByText(/On June\s3,\s2027, all mailboxes and emails are deleted/)).toBeVisible();
  await expectAccessible();
  const send = dialog.getByRole('button', { name: 'Cancel subscription' });
  await send.click();
  await expect.element(dialog.getByText('Tell us why, in a word or more.')).toBeVisible();
  await dialog.getByRole('textbox').fill('We close');
  await send.click();
  await expect.element(page.getByRole('heading', { name: 'Your plan ends on May 4, 2027' })).toBeVisible();
  await expect.element(page.getByText('Nothing will be charged.', { exact: true })).toBeVisible();
  expect(api.callsOf('cancelSubscription').map(({ input }) => input)).toEqual([{ orderId, reason: 'We close' }]);
  await button('Keep my plan').click();
  await expect.element(page.getByText('Your plan stays and renews as before.')).toBeVisible();
  await expect.element(page.getByText('€527.35')).toBeVisible();
});

test('turning auto-renew off asks once and names the day; a refusal changes nothing [BIL-05]', async () => {
  const { api } = await open({}, anOverview(), {
    handlers: {
      updateBillingConfig: () => {
        throw refusal('SUBSCRIPTION_CANCELLED');
      },
    },
  });
  await page.getByRole('switch', { name: 'Auto-renew' }).click();
  await expect.element(page.getByText(/Everything works until May\s4,\s2027/)).toBeVisible();
  await button('Turn off').click();
  await expect.poll(() => api.callsOf('updateBillingConfig').map(({ input }) => input)).toEqual([{ autoRenew: false }]);
  await expect.element(page.getByRole('switch', { name: 'Auto-renew', includeHidden: true })).toBeChecked();
});

const RETRYING: Partial<CurrentPlan> = {
  ...{ paymentState: 'retrying', subscriptionStatus: 'pending renewal', remainingDays: -2 },
};
const tries = (states: ('failed' | 'next' | 'later')[]) =>
  states.map((state, day) => ({ at: `2027-05-${String(4 + day).padStart(2, '0')}T12:00:00Z`, state }));
const FAILED = { dueNow: 527.35, stopsOn: '2027-05-11', deletedOn: '2027-06-10' };

test.each<[string, Partial<CurrentPlan>, BillingOverview, string[]]>([
  [
    'a trial',
    { mailSuiteDetails: trialOrder(), subscriptionStatus: 'free trial', remainingDays: 12 },
    anOverview(),
    ['Your trial ends in 12 days', 'Your paid plan starts on May 4, 2027. That day we charge €527.35'],
  ],
  [
    'a failed renewal',
    RETRYING,
    anOverview({ ...FAILED, tries: tries(['failed', 'failed', 'next', 'later']) }, '2027-05-07'),
    ["We couldn't renew your plan", 'We try again on May 7, 2027', 'last try', 'until May 11, 2027'],
  ],
  [
    'another cycle from a renewal that is not paid yet',
    { ...RETRYING, billingCycle: 'yearly', renewalBillingCycle: 'monthly', showBillingCycleSwitcher: true },
    anOverview(FAILED, '2027-05-07'),
    ['Once the renewal is paid: every month'],
  ],
  [
    'a charge on which its bank is still working',
    RETRYING,
    anOverview({ ...FAILED, dueNow: null, processing: 527.35 }, null),
    ['Your bank is still working on a payment of €527.35', "You don't need to do anything"],
  ],
  [
    'a stop for want of payment',
    { ...RETRYING, subscriptionStatus: 'suspended' },
    anOverview(FAILED, null),
    ['Your mailboxes are paused', 'Nobody can sign in or send.', 'On June 10, 2027, all mail is deleted'],
  ],
  [
    'a plan that has ended',
    { autoRenew: false, subscriptionStatus: 'suspended', remainingDays: -9 },
    anOverview({ renews: false, stopsOn: '2027-05-04', deletedOn: '2027-06-03' }, null),
    ['Your plan has ended', 'All mail is deleted on June 3, 2027.'],
  ],
])('the page begins with what matters: %s [BIL-01] [BIL-08]', async (_, plan, overview, texts) => {
  await open(plan, overview, { viewport: [390, 844] });
  for (const text of texts) await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
});

function trialOrder() {
  const order = anOrder();
  return { ...order, planDetails: { ...order.planDetails, isTrial: true, isPaid: false } };
}

test('the same is said in one line above other screens, with the way to billing for those who may pay [BIL-08]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: handlers({ ...RETRYING, subscriptionStatus: 'suspended' }, anOverview(FAILED, null)),
  });
  await expect.element(page.getByText(/Your mailboxes are paused/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to billing' }).click();
  await expect.element(page.getByRole('heading', { name: 'Your mailboxes are paused' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to billing' })).not.toBeInTheDocument();
});

test('where the partner sends the bill, no price and no card is shown [PAY-05]', async () => {
  const flags = { ...aPartner().flags, forgoPayments: true };
  const { api } = await open({}, anOverview(), { handlers: { readPartnerInfo: () => aPartner({ flags }) } });
  await expect.element(page.getByRole('heading', { name: 'Harbour Mail bills you' })).toBeVisible();
  await expect.element(page.getByText('€527.35')).not.toBeInTheDocument();
  expect(api.callsOf('cancelSubscription')).toEqual([]);
});

const AT_PARTNER = {
  readPartnerInfo: () => aPartner({ flags: { ...aPartner().flags, hideBillingPageOnPaymentViaPartner: true } }),
};

test('where the page of the partner takes the payment, the billing page says what is due by when, and leads to its quote [PAY-05] [BIL-08]', async () => {
  await open({ remainingDays: 4, calendarDaysLeft: 4 }, anOverview({ dueNow: 527.35 }), { handlers: AT_PARTNER });
  await expect.element(page.getByRole('heading', { name: 'Pay for your plan within 4 days' })).toBeVisible();
  await expect
    .element(page.getByText('For the next period, pay €527.35, taxes included, at Harbour Mail.', { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Pay at Harbour Mail' }))
    .toHaveAttribute('href', '/billing-and-upgrade?renew=true');
  expect(page.getByRole('button', { name: 'Change card' }).elements()).toEqual([]);
  await expectAccessible();
  await open({ ...RETRYING }, anOverview({ ...FAILED, dueNow: 527.35 }), { handlers: AT_PARTNER });
  await expect.element(page.getByRole('heading', { name: "Your plan isn't paid yet" })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Pay at Harbour Mail' })).toBeVisible();
  expect(page.getByText('failed', { exact: true }).elements(), 'nobody tried a card').toEqual([]);
});

const NO_CARD = { taker: 'panel', cardGateway: { name: 'sandbox' }, card: null } as const;
const typeCard = async (number: string) => {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expires' }).fill('12 / 39');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
};

test('what is due is paid with a card after a refused one, and nothing is charged twice [BIL-08] [PAY-04]', async () => {
  sessionStorage.setItem('postern.cardElementSeen', '1');
  const answers = [{ status: 'failed', code: 'card_declined' } as const, { status: 'succeeded' } as const];
  const { api } = await open({ ...RETRYING, subscriptionStatus: 'suspended' }, anOverview(FAILED, null), {
    keepStorage: true,
    handlers: {
      calculateCharge: () => aQuote({ payment: { ...NO_CARD, savesCard: true } }),
      startPayment: () => ({
        ...{ chargeableAmount: 527.35, currency: 'EUR', trackingId: orderId },
        ...{ stripeSecret: 'pi_1_secret', gateway: 'sandbox' },
      }),
      confirmSandboxPayment: () => answers.shift() ?? { status: 'succeeded' },
      processPayment: () => ({ status: 'successful', currentPlan: aCurrentPlan({ currentPeriod: PERIOD }) }),
    },
  });
  await button('Pay €527.35 and switch on').click();
  await expect.element(page.getByText(/We save the card for the renewals after it/)).toBeVisible();
  await typeCard('4000000000000002');
  await button('Pay €527.35').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(api.callsOf('processPayment')).toEqual([]);
  await typeCard('4242424242424242');
  await button('Pay €527.35').click();
  await expect.element(page.getByText('Thank you. Your plan is paid.')).toBeVisible();
  expect(api.callsOf('startPayment')).toHaveLength(1);
  expect(api.callsOf('processPayment').map(({ input }) => input['trackingId'])).toEqual([orderId]);
});

test('a card that is not saved for the renewals is not said to be [BIL-08] [PAY-04]', async () => {
  const payment = { taker: 'panel', cardGateway: { name: 'sandbox' }, card: null, savesCard: false } as const;
  await open({ ...RETRYING, subscriptionStatus: 'suspended' }, anOverview(FAILED, null), {
    handlers: {
      calculateCharge: () => aQuote({ payment }),
      startPayment: () => ({
        ...{ chargeableAmount: 527.35, currency: 'EUR', trackingId: orderId },
        ...{ stripeSecret: 'pi_1_secret', gateway: 'sandbox' },
      }),
    },
  });
  await button('Pay €527.35 and switch on').click();
  await expect.element(page.getByText(/taxes included. The card isn't saved./)).toBeVisible();
  expect(page.getByText(/We save the card/).elements()).toEqual([]);
});

const NEW_CARD = {
  paymentMethodId: 'pm_2',
  funding: 'credit',
  walletType: null,
  brand: 'visa',
  lastFourDigits: '4242',
};
/** Saves another card through the form. */
async function saveCard(plan: Partial<CurrentPlan>) {
  sessionStorage.setItem('postern.cardElementSeen', '1');
  const { api } = await open(plan, anOverview(), {
    keepStorage: true,
    handlers: {
      startAddingCard: () => ({ stripeSecret: 'seti_1_secret', gateway: 'sandbox' }),
      confirmSandboxPayment: () => ({ status: 'succeeded' }),
      updateBillingConfig: () => ({ currentPlan: aCurrentPlan({ currentPeriod: PERIOD }) }),
    },
  });
  await button('Change').first().click();
  return {
    api,
    save: async () => {
      api.use({
        readCard: () => ({ card: { ...NEW_CARD, expMonth: 8, expYear: 2039 }, history: [], mayRemove: true }),
      });
      await typeCard('4242424242424242');
      await button('Save card').click();
      await expect.element(page.getByText('Your card is saved.')).toBeVisible();
    },
  };
}

test('a new card turns auto-renew on only if its owner says so [BIL-05] [PAY-04]', async () => {
  const { api, save } = await saveCard({ autoRenew: false });
  await save();
  await expect.element(page.getByText(/With auto-renew on, we renew it that day and charge this card/)).toBeVisible();
  expect(api.callsOf('updateBillingConfig')).toEqual([]);
  await button('Turn on').click();
  await expect.element(page.getByText('Auto-renew is on.')).toBeVisible();
  expect(api.callsOf('updateBillingConfig').map(({ input }) => input)).toEqual([{ autoRenew: true }]);
});

test('before a card is saved, the form says that a failed renewal is charged to it at once [BIL-08] [PAY-04]', async () => {
  await saveCard({ paymentState: 'retrying', autoRenew: true });
  await expect.element(page.getByText(/beginning with the renewal that failed/)).toBeVisible();
});

test('removing the card says when everything stops, and only then does it [PAY-04] [BIL-05]', async () => {
  const { api } = await open({}, anOverview(), { handlers: { deleteCard: () => ({}) } });
  await button('Remove').click();
  await expect.element(page.getByText(/everything works until May\s4,\s2027 and then stops/)).toBeVisible();
  expect(api.callsOf('deleteCard')).toEqual([]);
  api.use({
    readCard: () => {
      throw refusal('CARD_NOT_FOUND');
    },
  });
  await button('Remove card').click();
  await expect.element(page.getByText('Your card is removed.')).toBeVisible();
  await expect.element(button('Add a card')).toBeVisible();
  expect(api.callsOf('deleteCard').map(({ input }) => input['paymentMethodId'])).toEqual(['pm_1']);
});

function aQuote(changes: Partial<Quote> = {}): Quote {
  return {
    ...{ quoteId: orderId, validUntil: '2027-05-07T12:00:00.000Z', currency: 'EUR' as const },
    ...{ orderTransitionDetails: [], lines: [], totalAmount: 527.35, creditUsed: 0, creditLeft: 0, tax: [] },
    ...{ amountToBePaid: 527.35, orderItems: [], ...changes },
  };
}
