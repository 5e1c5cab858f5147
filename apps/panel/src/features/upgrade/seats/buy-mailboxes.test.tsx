import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../../testing/fake-api.ts';
import type { Handlers } from '../../../testing/operations.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { leavePage } from '../../../lib/leave-page.ts';
import { aQuote, aSellingServer, TRACKING_ID } from '../../../testing/quote-samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const open = (handlers: Handlers = {}, keepStorage = false) =>
  renderPanel('/buy-email-account', { signedIn: true, keepStorage, handlers: { ...aSellingServer(), ...handlers } });
const counter = page.getByRole('spinbutton', { name: 'Mailboxes' });
const pay = page.getByRole('button', { name: 'Pay €12.84' }).first();
const aside = page.getByRole('complementary').last();
const done = page.getByText('You have 18 mailboxes now');

test('the quote is shown line by line, with the reason for its amount, before anything is paid [BIL-03] [ADD-01]', async () => {
  const { api } = await open();
  await expect.element(pay).toBeVisible();
  const shown = aside.element().textContent?.replaceAll('\u00a0', ' ');
  for (const part of [
    'Business Pro, 3 mailboxes',
    '112 days of 365, until March 14, 2027',
    '€26.70',
    'VAT 23%',
    '€6.14',
    '−€20.00',
  ])
    expect(shown).toContain(part);
  expect(shown).toContain('On March 14, 2027 everything together renews for €722.01.');
  await page.getByText('Why this amount?').click();
  await expect
    .element(page.getByText('3 mailboxes at €29.00 each for 365 days; you pay for 112 of them'))
    .toBeVisible();
  const beforeTax = page.getByRole('listitem').filter({ hasText: 'Before tax' });
  await expect.element(beforeTax.getByText('€26.70')).toBeVisible();
  expect(api.callsOf('startPayment')).toEqual([]);
  await expectAccessible();
});

test('input that is no number is refused where it is typed, never read as another number, and pays nothing [BIL-03]', async () => {
  const { api } = await open();
  await expect.element(pay).toBeEnabled();
  for (const typed of ['1,5', '-5']) {
    await counter.fill(typed);
    await expect.element(page.getByText('Enter a whole number from 1 to 9984.')).toBeVisible();
    await pay.click();
    await expect.element(counter).toHaveFocus();
  }
  await counter.fill('3');
  await userEvent.tab();
  await expect
    .poll(() => api.callsOf('calculateCharge').at(-1)?.input['orderItems'])
    .toEqual([{ orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts: 3 }]);
  expect(api.callsOf('startPayment')).toEqual([]);
});

test('the saved card pays exactly the quote that was shown, once however often the button is pressed [BIL-03] [PAY-03] [PAY-04]', async () => {
  const { api, location } = await open();
  await expect.element(page.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked();
  await expect.element(pay).toBeEnabled();
  await pay.dblClick();
  await expect.element(done).toBeVisible();
  expect(api.callsOf('startPayment').map((call) => call.input)).toEqual([
    expect.objectContaining({ quoteId: aQuote().quoteId, paymentMethodId: 'pm_1' }),
  ]);
  expect(api.callsOf('processPayment')).toHaveLength(1);
  await expect.poll(() => location().pathname).toBe('/email-accounts');
});

test('a declined saved card says why and makes room for another one, which pays a new quote [PAY-04] [PAY-01]', async () => {
  const { api } = await open({
    processPayment: () => {
      throw refusal('PAYMENT_FAILED', { attrs: { reason: 'card_declined', declineCode: 'insufficient_funds' } });
    },
  });
  await expect.element(pay).toBeEnabled();
  await pay.click();
  await expect.element(page.getByText("There isn't enough money on this card.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Another card' })).toBeChecked();
  const { processPayment } = aSellingServer();
  api.use(processPayment ? { processPayment } : {});
  await page.getByLabelText('Card number').fill('4242424242424242');
  await page.getByLabelText('Expires').fill('0431');
  await page.getByLabelText('Security code').fill('123');
  await expect.element(pay).toBeEnabled();
  await pay.click();
  await expect.element(done).toBeVisible();
  expect(api.callsOf('startPayment').at(-1)?.input).not.toHaveProperty('paymentMethodId');
  expect(api.callsOf('calculateCharge').length).toBeGreaterThan(1);
});

test('a quote that another tab made stale gets its own words and a new quote, and keeps what was typed [BIL-03]', async () => {
  const { api } = await open();
  await counter.fill('3');
  await userEvent.tab();
  await expect.element(pay).toBeEnabled();
  api.use({
    startPayment: () => {
      throw refusal('AMOUNT_CHANGED', { attrs: { chargeableAmount: 15 } });
    },
    calculateCharge: ({ orderItems }) => aQuote({ amountToBePaid: 15 }, orderItems),
  });
  await pay.click();
  await expect.element(page.getByText('The amount has changed')).toBeVisible();
  await expect.element(page.getByText('It was €12.84 and is €15.00 now', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay €15.00' }).first()).toBeEnabled();
  await expect.element(counter).toHaveValue('3');
  await expectAccessible();
});

test('a lost answer is asked for again, and never paid twice; a reload continues where it was [PAY-03]', async () => {
  let asked = 0;
  const { processPayment } = aSellingServer();
  const { api } = await open({
    processPayment: (input, request) => {
      asked += 1;
      if (asked === 1) throw noConnection();
      return (processPayment as NonNullable<typeof processPayment>)(input, request);
    },
  });
  await expect.element(pay).toBeEnabled();
  await pay.click();
  await expect.element(done).toBeVisible();
  expect(api.callsOf('startPayment')).toHaveLength(1);
  sessionStorage.setItem(
    'postern.changePayment',
    JSON.stringify({ bundleId: '00000000-0000-4000-8000-000000000001', trackingId: TRACKING_ID }),
  );
  const again = await open({}, true);
  await expect.element(done).toBeVisible();
  expect(again.api.callsOf('startPayment')).toEqual([]);
});

test('the bank’s page opens in this tab, and comes back here [PAY-01]', async () => {
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const noCard = { taker: 'panel', cardGateway: { name: 'sandbox' }, card: null, savesCard: true } as const;
  const { api } = await open({
    calculateCharge: ({ orderItems }) => aQuote({ payment: noCard }, orderItems),
    confirmSandboxPayment: () => ({ status: 'requires_action', challengeUrl: 'https://bank.test/ask' }),
  });
  await page.getByLabelText('Card number').fill('4000002500003155');
  await page.getByLabelText('Expires').fill('0431');
  await page.getByLabelText('Security code').fill('123');
  await pay.click();
  await expect.poll(() => left.mock.calls).toEqual([['https://bank.test/ask']]);
  expect(api.callsOf('processPayment')).toEqual([]);
});

test('nothing due asks for no card, and a refusal says why [BIL-03]', async () => {
  await open({
    calculateCharge: ({ orderItems }) =>
      aQuote(
        { amountToBePaid: 0, payment: { taker: 'none', cardGateway: null, card: null, savesCard: false } },
        orderItems,
      ),
  });
  await expect.element(page.getByRole('button', { name: 'Confirm' }).first()).toBeEnabled();
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
  await open({
    calculateCharge: () => {
      throw refusal('SUBSCRIPTION_NEARING_EXPIRY');
    },
  });
  await expect.element(page.getByText('This subscription ends within a day. Renew it first.')).toBeVisible();
  const renew = page.getByRole('link', { name: 'Renew' });
  await expect.element(renew).toHaveAttribute('href', '/billing-and-upgrade?renew=true');
  for (const [code, name, href] of [
    ['PLAN_EXPIRED', 'Renew', '/billing-and-upgrade?renew=true'],
    ['SUBSCRIPTION_CANCELLED', 'Go to billing', '/billing-and-subscription'],
  ] as const) {
    await open({
      calculateCharge: () => {
        throw refusal(code);
      },
    });
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(page.getByRole('button', { name: 'Try again' }).elements(), 'it would be refused again').toEqual([]);
  }
  await open({
    calculateCharge: () => {
      throw refusal('PAYMENT_FAILED', { attrs: { reason: 'disputed' } });
    },
  });
  await expect.element(page.getByText(/Your bank is asking for a payment back/)).toBeVisible();
});

test('the page says what each new mailbox costs and holds, leads back to billing, and is marked in the menu as part of it [BIL-03] [SHL-12]', async () => {
  const { location } = await open();
  const each = page.getByRole('region', { name: 'Each new mailbox' });
  await expect.element(each.getByText('€29.00', { exact: true })).toBeVisible();
  await expect.element(each.getByText('per mailbox, every year')).toBeVisible();
  await expect.element(each.getByText('10 GB')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Menu' }).or(page.getByRole('navigation')).first();
  await expect.element(menu.getByRole('link', { name: 'Subscription' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('link', { name: 'Billing', exact: true }).click();
  await expect.poll(() => location().pathname).toBe('/billing-and-subscription');
});
