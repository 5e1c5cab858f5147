import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import type { Answer, Handlers } from '../../../testing/operations.ts';
import { aGoodServer, aPurchaseAuth, aTrialPlan, someClaims } from '../testing/purchase-samples.ts';
import {
  expectText,
  heading,
  nextButton,
  openLink,
  payButton,
  reload,
  success,
  toPayment,
  typeCard,
} from '../testing/purchase-walk.ts';

const order = page.getByRole('complementary');
const field = page.getByRole('textbox', { name: 'Discount code' });
const expectOrder = (words: string) => expectText(order, words);

const refused = (code: string) =>
  refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'discountCode', code, message: '' }] } });
const summer = (changes: Partial<Answer<'readDiscount'>['discount']> = {}): Answer<'readDiscount'> => ({
  discount: {
    ...{ id: 'summer', displayCode: 'SUMMER27', expiryDate: '2099-08-31', bundleDiscount: null },
    config: { discounts: { email_account: { type: 'percentage', value: 20 } } },
    ...changes,
  },
});
/** Knows SUMMER27; OLD has ended. */
const codes: Handlers = {
  readDiscount: ({ discountCode }) => {
    if (discountCode.toUpperCase() === 'SUMMER27') return summer();
    throw refused(discountCode === 'OLD' ? 'code_ended' : 'unknown_code');
  },
};
const withLink = (discountCode: string): Handlers => ({
  ...codes,
  authenticatePurchase: () => aPurchaseAuth({ claims: someClaims({ discountCode }) }),
});

test('a code is typed, shows what it takes off on a line of its own, is paid with, and is on the receipt [PUR-03] [P-11]', async () => {
  const { api } = await openLink({ handlers: codes });
  await page.getByRole('button', { name: 'I have a discount code' }).click();
  await expect.element(field).toHaveFocus();
  await field.fill('summer27');
  await page.getByRole('button', { name: 'Use code' }).click();
  await expect.element(page.getByText('20% off each mailbox in every payment until August 31, 2099')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove' })).toHaveFocus();
  await expectOrder('1 mailbox€42.00');
  await expectOrder('Discount code SUMMER27−€8.40');
  await expectOrder('Today€33.60');
  await expectAccessible();
  await toPayment();
  await typeCard();
  await payButton.click();
  await success.findElement();
  expect(
    api.callsOf('initiatePurchase').map(({ input }) => [input['discountCode'], input['chargeableAmount']]),
  ).toEqual([['SUMMER27', 33.6]]);
  await expect.element(page.getByText('Discount code SUMMER27')).toBeVisible();
});

test('a code that can’t be used is told at its field, stays there, and stops the way on until it is changed or emptied [PUR-03]', async () => {
  const { location } = await openLink({ handlers: codes });
  await page.getByRole('button', { name: 'I have a discount code' }).click();
  await page.getByRole('button', { name: 'Use code' }).click();
  await expect.element(page.getByText('Enter your code.')).toBeVisible();
  await field.fill('SUMER');
  await nextButton.click();
  await expect.element(page.getByText('There is no discount code SUMER. Check the spelling.')).toBeVisible();
  await expect.element(field).toHaveValue('SUMER');
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  expect(location().href).toBe('/partner/purchase');
  await field.fill('OLD');
  await page.getByRole('button', { name: 'Use code' }).click();
  await expect.element(page.getByText('The discount code OLD has ended.')).toBeVisible();
  await reload(location().href, { handlers: codes });
  await expect.element(field).toHaveValue('OLD');
  await field.fill('');
  await nextButton.click();
  await heading('Your details').findElement();
  await expectOrder('€42.00');
});

test('a code that was typed and not sent counts when the buyer goes on [PUR-03]', async () => {
  await openLink({ handlers: codes });
  await page.getByRole('button', { name: 'I have a discount code' }).click();
  await field.fill('summer27');
  await nextButton.click();
  await heading('Your details').findElement();
  await expectOrder('Today€33.60');
});

test('the code of the link counts from the start, and can be removed for good [PUR-08]', async () => {
  const { location } = await openLink({ handlers: withLink('SUMMER27') });
  await expectOrder('Today€33.60');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expectOrder('Today€42.00');
  await expect.element(page.getByRole('button', { name: 'I have a discount code' })).toHaveFocus();
  await reload(location().href, { handlers: withLink('SUMMER27') });
  await expectOrder('Today€42.00');
});

test('a link’s code that has ended stops nobody: the field says so, and without it the way goes on [PUR-08]', async () => {
  await openLink({ handlers: withLink('OLD') });
  await expect.element(page.getByText('The discount code OLD has ended.')).toBeVisible();
  await expect.element(field).toHaveValue('OLD');
  await field.fill('');
  await nextButton.click();
  await heading('Your details').findElement();
});

test('a code that ends between the order and the payment is given up with a word, and nothing was charged [PUR-09]', async () => {
  let isOver = false;
  const { initiatePurchase: start } = aGoodServer();
  const initiatePurchase: Handlers['initiatePurchase'] = (input, request) => {
    if (isOver && input.discountCode !== undefined) throw refused('code_ended');
    if (start === undefined) throw new Error('The good server starts payments.');
    return start(input, request);
  };
  await openLink({ handlers: { ...withLink('SUMMER27'), initiatePurchase } });
  await toPayment();
  await typeCard();
  isOver = true;
  await payButton.click();
  await expect
    .element(
      page.getByText('The discount code SUMMER27 has ended. The order now shows the price without it.', {
        exact: false,
      }),
    )
    .toBeVisible();
  await expectOrder('Today€42.00');
});

test('with a trial the code counts for what comes after it [PUR-03] [T-02]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 9) });
  try {
    await openLink({ handlers: { ...aGoodServer(aTrialPlan()), ...withLink('SUMMER27') } });
    await expectOrder('After that €33.60 every year.');
  } finally {
    vi.useRealTimers();
  }
});
