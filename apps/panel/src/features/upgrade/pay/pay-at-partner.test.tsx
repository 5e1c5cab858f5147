import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { leavePage } from '../../../lib/leave-page.ts';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import type { Handlers } from '../../../testing/operations.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aPartner } from '../../../testing/samples.ts';
import { aQuote, aSellingServer, TRACKING_ID } from '../../../testing/quote-samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const SHOP = 'https://shop.atlas.test/pay?shop=1';
const atPartner = (
  flag: 'hideBillingPageOnPaymentViaPartner' | 'forgoPayments',
  taker: 'partner-page' | 'partner',
) => ({
  readPartnerInfo: () =>
    aPartner({ partnerId: 116, companyName: 'Atlas Domains', flags: { ...aPartner().flags, [flag]: true } }),
  calculateCharge: ({ orderItems }: { orderItems: Parameters<typeof aQuote>[1] }) =>
    aQuote({ payment: { taker, cardGateway: null, card: null, savesCard: false } }, orderItems),
});
const handlers: Handlers = {
  ...aSellingServer(),
  ...(atPartner('hideBillingPageOnPaymentViaPartner', 'partner-page') as Handlers),
  readPaymentType: () => ({ makePaymentUrl: SHOP, jwt: 'asked.by.us', trackingId: TRACKING_ID }),
  settlePurchase: () => ({ status: 'settled' }),
};
const open = (more: Handlers = {}, path = '/buy-email-account', options = {}) =>
  renderPanel(path, { signedIn: true, handlers: { ...handlers, ...more }, ...options });
const pay = page.getByRole('button', { name: 'Pay at Atlas Domains' }).first();
const back = encodeURIComponent(`${window.location.origin}/postPayment?partnerId=116`);

/** As the partner signs it; the panel reads only which payment it is for. */
const SETTLEMENT = `x.${btoa(JSON.stringify({ trackingId: TRACKING_ID }))}.y`;

test('more mailboxes are paid on the page of the partner: the payment type of the route is requested with the quote, and no card form is shown [PAY-05] [PAY-06]', async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const { api } = await open();
  await expect
    .element(page.getByText('You pay €12.84 on the payment page of Atlas Domains', { exact: false }))
    .toBeVisible();
  expect(page.getByLabelText('Card number').elements()).toEqual([]);
  await expectAccessible();
  await pay.click();
  await expect.poll(() => left.mock.calls).toEqual([[`${SHOP}&jwt=asked.by.us&redirectUrl=${back}`]]);
  expect(api.callsOf('readPaymentType').map(({ input }) => input)).toMatchObject([
    { action: 'buyMoreAccounts', quoteId: aQuote().quoteId },
  ]);
  expect(api.callsOf('startPayment')).toEqual([]);
  expect(api.callsOf('processPayment')).toEqual([]);
});

test('on return the settlement goes to the server, and the page that was paid from says what was bought [PAY-05]', async () => {
  vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  await open();
  await pay.click();
  await expect.poll(() => sessionStorage.getItem('postern.changePayment')).toContain(TRACKING_ID);
  const { api, location } = await open({}, `/postPayment?partnerId=116&settlement=${SETTLEMENT}`, {
    keepStorage: true,
  });
  await expect.element(page.getByText('You have 18 mailboxes now')).toBeVisible();
  await expect.poll(() => location().pathname).not.toBe('/postPayment');
  expect(api.callsOf('settlePurchase').map(({ input }) => input)).toEqual([{ jwt: SETTLEMENT }]);
  expect(api.callsOf('processPayment').map(({ input }) => input['trackingId'])).toEqual([TRACKING_ID]);
});

test('a payment that failed at the partner leaves everything as it was, and another try asks for a new quote [PAY-05]', async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  await open();
  await pay.click();
  await expect.poll(() => left.mock.calls.length).toBe(1);
  const no = () => {
    throw refusal('PAYMENT_FAILED', { attrs: { reason: 'settlement_failed' } });
  };
  await open({ settlePurchase: no, processPayment: no }, `/postPayment?partnerId=116&settlement=${SETTLEMENT}`, {
    keepStorage: true,
  });
  await expect.element(page.getByText("The last payment wasn't finished", { exact: false }).first()).toBeVisible();
  await pay.click();
  await expect.poll(() => left.mock.calls.length).toBe(2);
});

test("inside the partner's page its payment page opens in a tab of its own, and the panel waits for the outcome [PAY-05] [WID-01]", async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  let isPaid = false;
  const selling = aSellingServer();
  await open(
    {
      processPayment: (input, context) => {
        if (!isPaid) throw refusal('PAYMENT_FAILED', { attrs: { reason: 'requires_action' } });
        return (selling.processPayment as NonNullable<typeof selling.processPayment>)(input, context);
      },
    },
    '/buy-email-account',
    { isFramed: true },
  );
  await pay.click();
  const link = page.getByRole('link', { name: 'Pay at Atlas Domains' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('href', `${SHOP}&jwt=asked.by.us&redirectUrl=${back}`);
  isPaid = true;
  await expect.element(page.getByText('You have 18 mailboxes now'), { timeout: 10_000 }).toBeVisible();
  expect(left).not.toHaveBeenCalled();
});

test.each([
  ['PAYMENT_GATEWAY_UNAVAILABLE', /payment/i],
  ['SOMETHING_NEW', 'Something went wrong on our side. Try again in a moment.'],
])(
  'if the payment type cannot be read (%s), the page stays and shows the reason or a general error [PAY-06]',
  async (code, text) => {
    const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
    await open({
      readPaymentType: () => {
        throw refusal(code as never);
      },
    });
    await pay.click();
    await expect.element(page.getByRole('alert').getByText(text).first()).toBeVisible();
    expect(left).not.toHaveBeenCalled();
  },
);

test('a partner that bills its customers itself shows its message and Pay now, without a card form [PAY-05] [PAY-06]', async () => {
  const { api } = await open({
    ...(atPartner('forgoPayments', 'partner') as Handlers),
    startPayment: () => ({
      trackingId: TRACKING_ID,
      chargeableAmount: 12.84,
      currency: 'EUR',
      stripeSecret: null,
      gateway: 'partner',
    }),
  });
  await expect.element(page.getByText('Atlas Domains bills you for this', { exact: false })).toBeVisible();
  expect(page.getByLabelText('Card number').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Pay now' }).first().click();
  await expect.element(page.getByText('You have 18 mailboxes now')).toBeVisible();
  expect(api.callsOf('readPaymentType')).toEqual([]);
});
