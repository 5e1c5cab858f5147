import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { aFreePlan, aGoodServer, aPlan, aTrialPlan } from '../testing/purchase-samples.ts';
import {
  expectText,
  heading,
  nextButton,
  openLink,
  payButton,
  reload,
  toDetails,
  toPayment,
  typeCard,
} from '../testing/purchase-walk.ts';

const order = page.getByRole('complementary');
const counter = page.getByRole('spinbutton', { name: 'Mailboxes' });
const cycle = (name: RegExp) => page.getByRole('radio', { name });

const expectOrder = (words: string) => expectText(order, words);

async function openAt(millis: number, ...[options]: Parameters<typeof openLink>) {
  vi.useFakeTimers({ toFake: ['Date'], now: millis });
  try {
    await openLink(options);
    await nextButton.findElement();
  } finally {
    vi.useRealTimers();
  }
}
const NOV_20 = Date.UTC(2026, 10, 20, 9);

test('the plan is described in one sentence, the cycles are in order by length with the monthly price of a mailbox [PUR-03]', async () => {
  await openAt(NOV_20);
  await heading('Business Pro for bluebottle.coffee').findElement();
  await expect
    .element(page.getByText('30 GB per mailbox, calendar, read receipts, and templates.', { exact: false }))
    .toBeVisible();
  const cards = page
    .getByRole('radio')
    .elements()
    .map((radio) => radio.closest('label')?.innerText.replaceAll(/\s+/g, ' '));
  expect(cards).toEqual([
    'Every month €5.00',
    'Every three months You save 10% €4.50',
    'Every year You save 30% €3.50',
  ]);
  await expect.element(page.getByText('Per mailbox and month')).toBeVisible();
  await expect.element(cycle(/Every year/)).toBeChecked();
  await expectOrder('Renews on November 20, 2027. You can turn that off.');
  await expectAccessible();
});

test('the total is the number of mailboxes times the price of the cycle [PUR-03]', async () => {
  await openLink();
  await page.getByRole('button', { name: 'One mailbox more' }).click();
  await page.getByRole('button', { name: 'One mailbox more' }).click();
  await expectOrder('€126.00');
  await cycle(/Every three months/).click();
  await expectOrder('€40.50');
  await expectOrder('€13.50 each for three months');
});

test('the counter is raised to 1, capped at 9999, and its buttons stop at the ends [PUR-03]', async () => {
  await openLink();
  await expect.element(page.getByRole('button', { name: 'One mailbox fewer' })).toBeDisabled();
  await counter.fill('0');
  await userEvent.tab();
  await expect.element(counter).toHaveValue('1');
  await counter.fill('12345');
  await userEvent.tab();
  await expect.element(counter).toHaveValue('9999');
  await expect.element(page.getByRole('button', { name: 'One mailbox more' })).toBeDisabled();
  await expectOrder('€419,958.00');
});

test('the total follows a number while it is typed, before the field is left [PUR-03]', async () => {
  await openLink();
  await counter.click();
  await counter.fill('15');
  await expectOrder('€630.00');
  await expect.element(counter).toHaveFocus();
});

test('input that is no whole number is shown as wrong instead of read as another number, and leads nowhere [PUR-03]', async () => {
  const { location } = await openLink();
  for (const typed of ['1,5', '-5']) {
    await counter.fill(typed);
    await nextButton.click();
    await expect.element(page.getByText('Enter a whole number from 1 to 9,999.')).toBeVisible();
    await expect.element(counter).toHaveValue(typed);
    await expect.element(counter).toHaveFocus();
  }
  await expectOrder('€42.00');
  await expectAccessible();
  expect(location().href).toBe('/partner/purchase');
  await counter.fill('15');
  await nextButton.click();
  await heading('Your details').findElement();
  await expectOrder('€630.00');
});

test('rare cycles wait behind one row, and all are in order once it is open [PUR-03]', async () => {
  const pricing = {
    ...aPlan().pricing,
    semesterly: { price: 24, firstBillingCyclePrice: 24 },
    two_yearly: { price: 72, firstBillingCyclePrice: 72 },
    four_yearly: { price: 132, firstBillingCyclePrice: 132 },
  };
  await openLink({ handlers: aGoodServer(aPlan({ pricing })) });
  const rows = () =>
    page
      .getByRole('radio')
      .elements()
      .map((radio) => radio.closest('label')?.innerText.split('\n')[0]?.trim().split(' You')[0]);
  await expect.poll(rows).toEqual(['Every month', 'Every three months', 'Every year']);
  await page.getByRole('button', { name: /^More: every six months, every two years, every four years/ }).click();
  await expect
    .poll(rows)
    .toEqual([
      'Every month',
      'Every three months',
      'Every six months',
      'Every year',
      'Every two years',
      'Every four years',
    ]);
  await expect.element(cycle(/Every year/)).toHaveFocus();
  await expectAccessible();
});

test('a cheaper first cycle is paid today, and the price after it is shown [PUR-03]', async () => {
  const pricing = { ...aPlan().pricing, yearly: { price: 42, firstBillingCyclePrice: 30 } };
  await openAt(NOV_20, { handlers: aGoodServer(aPlan({ pricing })) });
  await expect.element(page.getByText('First year €30.00 per mailbox, then €42.00')).toBeVisible();
  await expect.element(page.getByText('€2.50')).toBeVisible();
  await expectOrder('Today€30.00');
  await expectOrder('Renews on November 20, 2027 for €42.00.');
});

test('a trial costs nothing today, and shows when it ends and what it costs then [PUR-03]', async () => {
  await openAt(NOV_20, { handlers: aGoodServer(aTrialPlan()) });
  await expect
    .element(page.getByRole('heading', { name: 'How often do you want to pay after the trial?' }))
    .toBeVisible();
  await expectOrder('Today€0.00');
  await expectOrder('Free for 14 days, until December 4, 2026. After that €42.00 every year.');
  await expectAccessible();
});

test('the free plan has no cycles to choose, and stops at its own limit [PUR-03]', async () => {
  await openLink({ handlers: aGoodServer(aFreePlan()) });
  await expectOrder('This plan costs nothing, today or later.');
  await expect.element(page.getByText('2 GB for all mailboxes together', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  await counter.fill('9');
  await userEvent.tab();
  await expect.element(counter).toHaveValue('3');
  await expectAccessible();
});

test('a reload keeps the step, the cycle and the number of mailboxes [PUR-03]', async () => {
  const { location } = await openLink();
  await cycle(/Every three months/).click();
  await page.getByRole('button', { name: 'One mailbox more' }).click();
  await toPayment();
  await expect.poll(() => location().href).toBe('/partner/purchase?step=payment');
  await reload(location().href);
  await heading('Payment').findElement();
  await expectOrder('€27.00');
});

test('on a phone the total and the button stay in view, in German and at 320 pixels too [PUR-03]', async () => {
  await openLink({ locale: 'de-de' });
  await page.viewport(320, 640);
  const next = page.getByRole('button', { name: 'Weiter: Ihre Angaben' });
  await expect.element(next).toBeInViewport();
  await expectText(page.getByRole('region', { name: 'Bestellung' }), 'Heute, 1 Postfach42,00 €');
  await expect.poll(() => document.documentElement.scrollWidth).toBe(320);
  await expectAccessible();
});

test('the days of a trial and the taxes count from the server’s clock, whatever that of the device says [PUR-02]', async () => {
  const taxes = [{ country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2028-03-15' }];
  const plans = [aTrialPlan(), aPlan({ type: 'paid_pro' })];
  const fetchPlans = () => ({ plans, taxes, now: '2028-03-01T10:00:00.000Z' });
  await openAt(NOV_20, { handlers: { ...aGoodServer(aTrialPlan()), fetchPlans } });
  await expectOrder('Free for 14 days, until March 15, 2028. After that €49.98 every year.');
});

test('if the operator has a tax for the country, net, tax and total are shown, and that total is charged [PUR-09]', async () => {
  const taxes = [
    { country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2020-01-01' },
    { country: 'US', name: 'Sales tax', rateBasisPoints: 725, fromDate: '2020-01-01' },
  ];
  const { api } = await openLink({ handlers: { fetchPlans: () => ({ plans: [aPlan()], taxes }) } });
  await expectOrder('1 mailbox€42.00');
  await expectOrder('VAT 19%€7.98');
  await expectOrder('Today€49.98');
  await toDetails();
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.fill('Austria');
  await page.getByRole('option', { name: 'Austria' }).click();
  await expectOrder('Today€42.00');
  await country.fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await expectOrder('Today€49.98');
  await page.getByLabelText('Street and number').fill('Kanalstraße 4');
  await page.getByLabelText('City').fill('Hamburg');
  await nextButton.click();
  await heading('Payment').findElement();
  await expectAccessible();
  await typeCard();
  await payButton.click();
  await expect
    .poll(() => api.callsOf('initiatePurchase').map((call) => call.input['chargeableAmount']))
    .toEqual([49.98]);
});

test('a company whose VAT number is valid pays no tax, and reads why, in every place that names the price [X-02]', async () => {
  const taxes = [{ country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2020-01-01' }];
  const customerId = '00000000-0000-4000-8000-000000000077';
  const { api } = await openLink({
    handlers: {
      fetchPlans: () => ({ plans: [aPlan()], taxes }),
      upsertCustomer: () => ({ customerId, isReverseCharge: true }),
    },
  });
  await toDetails();
  await page.getByLabelText('Street and number').fill('Kanalstraße 4');
  await page.getByLabelText('City').fill('Hamburg');
  await expectOrder('Today€49.98');
  await nextButton.click();
  await heading('Payment').findElement();
  await expectOrder('Reverse charge: you owe the VAT€0.00');
  await expectOrder('Today€42.00');
  await expectAccessible();
  await typeCard();
  await payButton.click();
  await expect.poll(() => api.callsOf('initiatePurchase').map((call) => call.input['chargeableAmount'])).toEqual([42]);
});
