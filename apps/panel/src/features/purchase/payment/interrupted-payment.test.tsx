import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../../testing/fake-api.ts';
import { aGoodServer, declinedAtBank } from '../testing/purchase-samples.ts';
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
  typeCard,
} from '../testing/purchase-walk.ts';
import { leavePage } from '../../../lib/leave-page.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('the purchase ends on a page that a reload shows again: the receipt, and the next step [PUR-06]', async () => {
  const { location } = await openLink();
  await toPayment();
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  const { api } = await reload(location().href);
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase')).toEqual([]);
  // What was bought, and what comes next.
  const receipt = page.getByRole('complementary');
  await expectText(receipt, '1 mailbox, Business Pro');
  await expectText(receipt, 'Paid€42.00');
  await expectText(receipt, 'Paid withVisa ending in 4242');
  await expectText(page.getByRole('main'), 'Business Pro for ada@bluebottle.coffee. You are signed in.');
  await expectAccessible();
});

test('the bank’s confirmation page opens in this tab, and an approval finishes the order [PAY-01]', async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  await openLink();
  await toPayment();
  await typeCard('4000002500003155');
  await payButton.click();
  await expect
    .poll(() => left.mock.calls, LONG_WAIT)
    .toEqual([[`${window.location.origin}/sandbox-gateway/challenge/1`]]);
  const { api, location } = await reload('/partner/purchase?resume=1');
  await expect.element(success).toBeVisible();
  await expect.poll(() => location().href).toBe('/partner/purchase?step=done');
  expect(api.callsOf('completePurchase')[0]?.input).toMatchObject({
    trackingId: '00000000-0000-4000-8000-000000000088',
    chargeableAmount: 42,
  });
  expect(api.callsOf('initiatePurchase')).toEqual([]);
});

test('inside a partner’s page the bank’s page opens in a tab of its own by a link; the panel waits where it is, and shows whether the payment worked [PAY-01] [WID-01]', async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const atBank = refusal('PAYMENT_FAILED', { attrs: { reason: 'requires_action' } });
  const { api } = await openLink({
    isFramed: true,
    handlers: {
      completePurchase: () => {
        throw atBank;
      },
    },
  });
  await toPayment();
  await typeCard('4000002500003155');
  await payButton.click();
  const bank = page.getByRole('link', { name: "Open your bank's page" });
  await expect.element(bank, LONG_WAIT).toHaveAttribute('target', '_blank');
  await expect.element(bank).toHaveAttribute('rel', 'noopener');
  await expect.element(bank).toHaveAttribute('href', `${window.location.origin}/sandbox-gateway/challenge/1`);
  await expectText(page.getByRole('complementary'), 'Waiting for your bank');
  await expectAccessible();
  expect(api.callsOf('confirmSandboxPayment')[0]?.input).toMatchObject({
    returnUrl: `${window.location.origin}/payment-return`,
  });
  // Each call has a new key, because the same key would repeat the first answer.
  await expect.poll(() => api.callsOf('completePurchase').length, LONG_WAIT).toBeGreaterThan(1);
  const keys = api.callsOf('completePurchase').map((call) => call.headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(keys.length);
  api.use({
    completePurchase: () => {
      throw declinedAtBank();
    },
  });
  // A dialog over the frame might be out of sight in the page around it, so it is a page.
  await expect.element(heading("The payment didn't go through"), LONG_WAIT).toBeVisible();
  await expect
    .element(page.getByText("Your bank didn't approve the payment. Nothing was charged.", { exact: false }))
    .toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(bank).not.toBeInTheDocument();
  api.use({
    completePurchase: aGoodServer().completePurchase as NonNullable<ReturnType<typeof aGoodServer>['completePurchase']>,
  });
  await payButton.click();
  await expect.element(success, LONG_WAIT).toBeVisible();
  expect(left).not.toHaveBeenCalled();
});

test('after a refusal at the bank the dialog and the step say what happens to the money, in the same words, and the buyer can try again [PAY-01] [PUR-06]', async () => {
  vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  await openLink();
  await toPayment();
  await typeCard('4000002500003155');
  await payButton.click();
  await expectText(page.getByRole('status'), 'Taking you to your bank');
  const { api } = await reload('/partner/purchase?resume=1', {
    handlers: {
      completePurchase: () => {
        throw declinedAtBank();
      },
    },
  });
  const reason = "Your bank didn't approve the payment. Nothing was charged.";
  await expectText(failed, reason);
  await expectAccessible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText(reason, { exact: false })).toBeVisible();
  api.use({
    completePurchase: aGoodServer().completePurchase as NonNullable<ReturnType<typeof aGoodServer>['completePurchase']>,
  });
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  const keys = api.callsOf('completePurchase').map((call) => call.headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
});

test('returning from the bank without an answer leads to the card form again, and promises nothing [PAY-01]', async () => {
  vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  await openLink();
  await toPayment();
  await typeCard('4000002500003155');
  await payButton.click();
  await expectText(page.getByRole('status'), 'Taking you to your bank');
  await reload('/partner/purchase?step=payment', {
    handlers: {
      completePurchase: () => {
        throw refusal('PAYMENT_FAILED', { attrs: { reason: 'requires_action' } });
      },
    },
  });
  await expect.element(page.getByText("The last payment wasn't finished", { exact: false })).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
});

test('a connection that breaks in the middle loses nothing, and the retry is the same payment [PAY-01] [PAY-03]', async () => {
  const { api } = await openLink({
    handlers: {
      initiatePurchase: () => {
        throw noConnection();
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await expect.element(page.getByText('You seem to be offline.', { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
  api.use({
    initiatePurchase: aGoodServer().initiatePurchase as NonNullable<ReturnType<typeof aGoodServer>['initiatePurchase']>,
  });
  await payButton.click();
  await expect.element(success).toBeVisible();
  const keys = api.callsOf('initiatePurchase').map((call) => call.headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('an order without an answer is visibly retried with the same key [PAY-03]', async () => {
  let asked = 0;
  const good = aGoodServer();
  const { api } = await openLink({
    handlers: {
      completePurchase: (input, request) => {
        asked += 1;
        if (asked === 1) throw noConnection();
        return (good.completePurchase as NonNullable<typeof good.completePurchase>)(input, request);
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  const keys = api.callsOf('completePurchase').map((call) => call.headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a reload while the order is being finished asks how it ended, without paying again [PAY-03]', async () => {
  await openLink({ handlers: { completePurchase: () => new Promise<never>(() => {}) } });
  await toPayment();
  await typeCard();
  await payButton.click();
  await expectText(page.getByRole('status'), 'Finishing your order');
  const { api } = await reload('/partner/purchase?step=payment');
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase')).toEqual([]);
  expect(api.callsOf('confirmSandboxPayment')).toEqual([]);
});

test('a payment gateway that does not answer is reported, and nothing is lost [PUR-05]', async () => {
  await openLink({
    handlers: {
      initiatePurchase: () => {
        throw refusal('PAYMENT_GATEWAY_UNAVAILABLE');
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await expect.element(page.getByText("The payment service isn't answering.", { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
});

test('a missing setup secret is an error, not an order [PUR-05]', async () => {
  const { api } = await openLink({
    handlers: {
      initiatePurchase: (input) => ({
        trackingId: '00000000-0000-4000-8000-000000000088',
        chargeableAmount: input.chargeableAmount,
        currency: input.currency,
        stripeSecret: null,
        gateway: 'sandbox',
      }),
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await expect.element(page.getByText("The payment service isn't answering.", { exact: false })).toBeVisible();
  expect(api.callsOf('completePurchase')).toEqual([]);
});

test('if the domain was taken while the buyer paid, the refund is shown [PUR-06]', async () => {
  await openLink({
    handlers: {
      completePurchase: () => {
        throw refusal('DOMAIN_TAKEN', { attrs: { refunded: true } });
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await expectText(failed, 'bluebottle.coffee was taken while you were paying');
});

test('a purchase that was completed in another tab ends here [PUR-06]', async () => {
  await openLink({
    handlers: {
      initiatePurchase: () => {
        throw refusal('PURCHASE_CLOSED');
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await heading("This order can't be continued").findElement();
});
