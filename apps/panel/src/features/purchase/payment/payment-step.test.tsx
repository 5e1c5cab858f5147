import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { gate, refusal } from '../../../testing/fake-api.ts';
import { aGoodServer } from '../testing/purchase-samples.ts';
import {
  expectText,
  heading,
  openLink,
  LONG_WAIT,
  payButton,
  reload,
  success,
  toPayment,
  typeCard,
} from '../testing/purchase-walk.ts';

const events = (api: Awaited<ReturnType<typeof openLink>>['api']) =>
  [...api.callsOf('reportPreAuthEvent'), ...api.callsOf('reportEntityChange')].map((call) =>
    String(call.input['name']),
  );

test('paying sends the amount that was shown, confirms the card at the gateway, and finishes the order [PAY-01]', async () => {
  const { api } = await openLink();
  await toPayment();
  await expect.element(payButton).toHaveTextContent('Pay €42.00');
  await expectAccessible();
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  const sent = {
    planId: 12,
    planType: 'business_pro',
    billingCycle: 'yearly',
    noOfAccounts: 1,
    currency: 'EUR',
    chargeableAmount: 42,
    isTrailPlan: false,
    defaultTrialDays: null,
    autoRenew: true,
  };
  expect(api.callsOf('initiatePurchase').map((call) => call.input)).toEqual([sent]);
  expect(api.callsOf('confirmSandboxPayment').map((call) => call.input)).toEqual([
    {
      clientSecret: 'pi_1_secret_2',
      card: { number: '4242424242424242', expMonth: 4, expYear: 2029, cvc: '123' },
      returnUrl: `${window.location.origin}/partner/purchase?resume=1`,
    },
  ]);
  expect(api.callsOf('completePurchase').map((call) => call.input)).toEqual([
    { ...sent, trackingId: '00000000-0000-4000-8000-000000000088' },
  ]);
  await expect
    .poll(() => events(api))
    .toEqual(expect.arrayContaining(['purchase_started', 'payment_initiated', 'payment_succeeded']));
  await expectAccessible();
});

test('after success the session is stored, and Got it forgets the address and opens the panel, which welcomes nobody twice [PUR-06] [SHL-06]', async () => {
  const { location } = await openLink({
    isNewHere: true,
    handlers: { listMailboxes: () => ({ accounts: [], nextCursor: null, total: 0 }) },
  });
  await toPayment();
  await expect.poll(() => sessionStorage.getItem('postern.billingAddress')).toContain('Kanalstraße 4');
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('authToken')).toBe('session-of-buyer');
  await page.getByRole('button', { name: 'Create the first mailbox' }).click();
  await expect.poll(() => location().pathname, LONG_WAIT).not.toBe('/partner/purchase');
  await expect.poll(() => sessionStorage.getItem('postern.purchase'), LONG_WAIT).toBeNull();
  await expect.poll(() => sessionStorage.getItem('postern.billingAddress')).toBeNull();
  await expect.element(heading('Mailboxes'), LONG_WAIT).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem(`postern.welcome.domain-admin.${sessionStorage.getItem('bllUserId')}`)).toBe('1');
});

test('no card data reaches any storage, whatever happens to the payment [PUR-05]', async () => {
  const { location } = await openLink();
  await toPayment();
  await typeCard('4000000000009995');
  await payButton.click();
  await expect.element(page.getByText("There isn't enough money on this card.", { exact: false })).toBeVisible();
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  expect(stored).not.toMatch(/9995|04 \/ 29|"123"/);
  await reload(location().href);
  await expect.element(page.getByLabelText('Card number')).toHaveValue('');
});

test('a double press pays once [PAY-01]', async () => {
  const hold = gate();
  const good = aGoodServer();
  const { api } = await openLink({
    handlers: {
      initiatePurchase: async (input, request) => {
        await hold.closed;
        return await (good.initiatePurchase as NonNullable<typeof good.initiatePurchase>)(input, request);
      },
    },
  });
  await toPayment();
  await typeCard();
  // Both in one go, before the next render.
  const button = payButton.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expectText(page.getByRole('status'), 'Preparing your payment');
  await expectAccessible();
  hold.open();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase')).toHaveLength(1);
  expect(api.callsOf('completePurchase')).toHaveLength(1);
});

test('a mistyped card number is reported before anything is sent [PUR-05]', async () => {
  const { api } = await openLink();
  await toPayment();
  await payButton.click();
  await expect.element(page.getByText('Enter your card number.')).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).toHaveFocus();
  await typeCard('4242424242424241');
  await page.getByLabelText('Expires').fill('04 / 20');
  await payButton.click();
  await expect.element(page.getByText("This card number isn't right.", { exact: false })).toBeVisible();
  await expect.element(page.getByText('This card has expired.', { exact: false })).toBeVisible();
  expect(api.callsOf('initiatePurchase')).toEqual([]);
  await expectAccessible();
});

test('a declined card says why next to the form, and another card continues the same order [PUR-05] [PAY-03]', async () => {
  const { api } = await openLink();
  await toPayment();
  await typeCard('4000000000009995');
  await payButton.click();
  await expect
    .element(page.getByRole('alert').getByText("There isn't enough money on this card.", { exact: false }))
    .toBeVisible();
  await expect.poll(() => events(api), LONG_WAIT).toContain('payment_failed');
  const failure = api.callsOf('reportPreAuthEvent').find((call) => call.input['name'] === 'payment_failed');
  expect(failure?.input['attrs']).toMatchObject({
    cause: 'insufficient_funds',
    cardType: 'visa',
    domain: 'bluebottle.coffee',
    accounts: 1,
  });
  await expectAccessible();
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  const keys = api.callsOf('initiatePurchase').map((call) => call.headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

test('a changed price is shown and paid only after a yes [PAY-01]', async () => {
  const { api } = await openLink({
    handlers: {
      initiatePurchase: (input) => {
        if (input.chargeableAmount !== 45.5)
          throw refusal('AMOUNT_CHANGED', { attrs: { chargeableAmount: 45.5, currency: 'EUR' } });
        return {
          trackingId: '00000000-0000-4000-8000-000000000088',
          chargeableAmount: 45.5,
          currency: 'EUR',
          stripeSecret: 's_secret_1',
          gateway: 'sandbox',
        };
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  const question = page.getByRole('alertdialog', { name: 'The price has changed' });
  await expectText(question, 'You saw €42.00; it is €45.50 now');
  await expectAccessible();
  expect(api.callsOf('confirmSandboxPayment')).toEqual([]);
  await page.getByRole('button', { name: 'Pay €45.50' }).click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('completePurchase')[0]?.input).toMatchObject({ chargeableAmount: 45.5 });
});

test('after a no to the changed price nothing is paid [PAY-01]', async () => {
  const { api } = await openLink({
    handlers: {
      initiatePurchase: () => {
        throw refusal('AMOUNT_CHANGED', { attrs: { chargeableAmount: 45.5, currency: 'EUR' } });
      },
    },
  });
  await toPayment();
  await typeCard();
  await payButton.click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(payButton).toHaveTextContent('Pay €42.00');
  expect(api.callsOf('initiatePurchase')).toHaveLength(1);
});
