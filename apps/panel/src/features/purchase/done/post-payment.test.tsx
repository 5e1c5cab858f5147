import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import type { Handlers } from '../../../testing/operations.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aPartner } from '../../../testing/samples.ts';
import { leavePage } from '../../../lib/leave-page.ts';
import { aFreePlan, aGoodServer, aPurchaseAuth } from '../testing/purchase-samples.ts';
import {
  expectText,
  failed,
  heading,
  openLink,
  LONG_WAIT,
  payButton,
  reload,
  success,
  toPayment,
} from '../testing/purchase-walk.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const SHOP = 'https://shop.atlas.test/pay?shop=1';
const partner = () =>
  aPartner({
    partnerId: 116,
    companyName: 'Atlas Domains',
    flags: { ...aPartner().flags, hideBillingPageOnPaymentViaPartner: true },
  });
const handlers: Handlers = {
  authenticatePurchase: () => ({ ...aPurchaseAuth(), partnerInternalId: 116 }),
  readPartnerInfo: partner,
  initiatePurchase: (input) => ({
    trackingId: '00000000-0000-4000-8000-000000000088',
    chargeableAmount: input.chargeableAmount,
    currency: input.currency,
    stripeSecret: null,
    gateway: 'partner',
    makePaymentUrl: SHOP,
    jwt: 'asked.by.us',
  }),
  settlePurchase: () => ({ status: 'settled' }),
};
const BACK = '/postPayment?partnerId=116&settlement=signed.by.partner';

/** The buyer has pressed Pay, and the partner's page opens. */
async function toPartner() {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const opened = await openLink({ handlers });
  await toPayment();
  await expect.element(payButton).toHaveTextContent('Pay at Atlas Domains');
  return { ...opened, left };
}

test('if the partner takes the payment, no card is asked for, and Pay opens its page with the signed data and the return URL [PAY-05] [BRD-02]', async () => {
  const { left, api } = await toPartner();
  await expect.element(page.getByText('You pay at Atlas Domains', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
  await expectAccessible();
  await payButton.click();
  await expectText(page.getByRole('status'), 'Taking you to Atlas Domains');
  const back = encodeURIComponent(`${window.location.origin}/postPayment?partnerId=116`);
  await expect.poll(() => left.mock.calls).toEqual([[`${SHOP}&jwt=asked.by.us&redirectUrl=${back}`]]);
  expect(api.callsOf('completePurchase')).toEqual([]);
});

test("inside the partner's page its payment page opens in a tab of its own, and the panel waits for the outcome [PAY-05] [WID-01]", async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const { api } = await openLink({
    isFramed: true,
    handlers: {
      ...handlers,
      completePurchase: () => {
        throw refusal('PAYMENT_FAILED', { attrs: { reason: 'requires_action' } });
      },
    },
  });
  await toPayment();
  await payButton.click();
  const link = page.getByRole('link', { name: 'Pay at Atlas Domains' });
  await expect.element(link, LONG_WAIT).toHaveAttribute('target', '_blank');
  const back = encodeURIComponent(`${window.location.origin}/postPayment?partnerId=116`);
  await expect.element(link).toHaveAttribute('href', `${SHOP}&jwt=asked.by.us&redirectUrl=${back}`);
  await expectText(page.getByRole('complementary'), 'Waiting for Atlas Domains');
  await expectAccessible();
  await expect.poll(() => api.callsOf('completePurchase').length, LONG_WAIT).toBeGreaterThan(0);
  api.use({
    completePurchase: aGoodServer().completePurchase as NonNullable<ReturnType<typeof aGoodServer>['completePurchase']>,
  });
  await expect.element(success, LONG_WAIT).toBeVisible();
  expect(left).not.toHaveBeenCalled();
});

test("on return the partner's signed result goes to the server, leaves the address, and finishes the order [PAY-05]", async () => {
  await toPartner();
  await payButton.click();
  const { api, location } = await reload(BACK, { handlers });
  await expect.element(success).toBeVisible();
  await expect.poll(() => location().href).toBe('/partner/purchase?step=done');
  expect(api.callsOf('settlePurchase').map((call) => call.input)).toEqual([{ jwt: 'signed.by.partner' }]);
  expect(api.callsOf('completePurchase')[0]?.input).toMatchObject({
    trackingId: '00000000-0000-4000-8000-000000000088',
  });
  expect(api.callsOf('initiatePurchase')).toEqual([]);
  expect(sessionStorage.getItem('postern.purchase')).not.toContain('signed.by.partner');
});

test.each([
  ['said no', 'PAYMENT_FAILED', 'settlement_failed'],
  ["isn't believed", 'INVALID_JWT', 'requires_action'],
] as const)(
  'a partner that %s leaves the order unplaced, with the failure dialog, and another try [PAY-05]',
  async (_, code, reason) => {
    const { left } = await toPartner();
    await payButton.click();
    const { api } = await reload(BACK, {
      handlers: {
        ...handlers,
        settlePurchase: () => {
          throw refusal(code, { attrs: { reason } });
        },
        completePurchase: () => {
          throw refusal('PAYMENT_FAILED', { attrs: { reason } });
        },
      },
    });
    await expectText(failed, 'refunded within 7 working days');
    await expectAccessible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect.element(page.getByText('use another card', { exact: false })).not.toBeInTheDocument();
    await payButton.click();
    await expect.poll(() => left.mock.calls.length, LONG_WAIT).toBe(2);
    expect(api.callsOf('initiatePurchase')).toHaveLength(1);
  },
);

test("a buyer who returns without the partner's result finds the payment unfinished and can open the page again [PAY-05]", async () => {
  await toPartner();
  await payButton.click();
  await reload('/postPayment?partnerId=116', {
    handlers: {
      ...handlers,
      completePurchase: () => {
        throw refusal('PAYMENT_FAILED', { attrs: { reason: 'requires_action' } });
      },
    },
  });
  await expect.element(page.getByText("The last payment wasn't finished", { exact: false })).toBeVisible();
  await expect.element(payButton).toHaveTextContent('Pay at Atlas Domains');
});

test('without an answer nothing is guessed: the result is kept over a reload, which finishes the order [PAY-05] [PAY-03]', async () => {
  await toPartner();
  await payButton.click();
  await reload(BACK, { handlers: { ...handlers, settlePurchase: () => new Promise<never>(() => {}) } });
  await expect.element(page.getByText('Checking your payment')).toBeVisible();
  await expectAccessible();
  const { api } = await reload('/postPayment', { handlers });
  await expect.element(success).toBeVisible();
  expect(api.callsOf('settlePurchase').map((call) => call.input)).toEqual([{ jwt: 'signed.by.partner' }]);
});

test('in another browser the result is sent too, and its outcome is shown [PAY-05]', async () => {
  const ends = [
    [() => ({ status: 'settled' as const }), 'Your payment has arrived'],
    [() => Promise.reject(refusal('PAYMENT_FAILED')), "The payment didn't go through"],
    [() => Promise.reject(refusal('PURCHASE_CLOSED')), "This order can't be continued"],
  ] as const;
  for (const [settlePurchase, title] of ends) {
    const { api, location } = await renderPanel(BACK, { handlers: { ...aGoodServer(), ...handlers, settlePurchase } });
    await expect.element(heading(title)).toBeVisible();
    await expectAccessible();
    await expect.poll(() => location().href).toBe('/postPayment');
    expect(api.callsOf('settlePurchase')).toHaveLength(1);
  }
});

test('the return address without a result leads to the login [SHL-01]', async () => {
  const { location } = await renderPanel('/postPayment', { handlers: aGoodServer() });
  await expect.poll(() => location().pathname, LONG_WAIT).toBe('/');
});

test('an order that costs nothing skips the partner’s page [PAY-05]', async () => {
  const good = aGoodServer(aFreePlan());
  const { api } = await openLink({
    handlers: { ...handlers, ...good, authenticatePurchase: handlers.authenticatePurchase as never },
  });
  await toPayment();
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('settlePurchase')).toEqual([]);
});
