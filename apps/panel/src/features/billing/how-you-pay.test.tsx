import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aCurrentPlan, anOrder } from '../../testing/samples.ts';

const ADDRESS = {
  ...{ email: 'ada@bluebottle.coffee', name: 'Ada Fields', companyName: 'Bluebottle Roastery Ltd', country: 'IE' },
  ...{ companyAddress: '14 Quay Street', city: 'Galway' },
};
const VAT = { taxDetails: [{ taxIdentifierType: 'vat_id' as const, value: 'IE6388047V' }] };
const { orderId } = anOrder();

const handlers: Handlers = {
  readCurrentPlan: () => ({ currentPlan: aCurrentPlan() }),
  readBillingOverview: () => ({
    currency: 'EUR',
    charges: [],
    orders: [
      {
        ...{ orderId, orderType: 'MailSuite', billingCycle: 'yearly', lines: [], renews: true, endsOn: '2027-05-04' },
        ...{ cancelledOn: null, stopsOn: null, deletedOn: null, dueNow: null, tries: [], declineCode: null },
      },
    ],
  }),
  readCard: () => {
    throw refusal('CARD_NOT_FOUND');
  },
  listAddOns: () => ({ addons: [] }),
  readTaxDetails: () => ({ taxDetails: [{ countryCode: 'IE', taxIds: ['vat_id'] }] }),
  readBillingAddress: () => ({ billingAddress: ADDRESS, customerTaxDetails: VAT, mayChange: true }),
};
const open = (more: Handlers = {}, search = '') =>
  renderPanel(`/billing-and-subscription${search}`, { signedIn: true, handlers: { ...handlers, ...more } });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: RegExp) => page.getByRole('dialog').getByRole('textbox', { name });

test('the billing address is changed by the rules of the purchase; a refusal is at its field and loses nothing [BIL-07]', async () => {
  let answers = 0;
  const { api } = await open({
    setBillingAddress: ({ billingAddress, customerTaxDetails = { taxDetails: [] } }) => {
      answers += 1;
      if (answers === 1)
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'billingAddress.city', code: 'REQUIRED' }] } });
      const saved = { billingAddress, customerTaxDetails, mayChange: true };
      api.use({ readBillingAddress: () => saved });
      return saved;
    },
  });
  for (const part of ['14 Quay Street', 'Galway', 'Ireland', 'IE6388047V'])
    await expect.element(page.getByText(part, { exact: true })).toBeVisible();
  await button('Change billing address').click();
  await field(/^Street/).fill('1 Dock Road');
  await field(/VAT/).fill('');
  await expectAccessible();
  await button('Save').click();
  await expect.element(field(/^City/)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field(/^Street/)).toHaveValue('1 Dock Road');
  await field(/^City/).fill('Limerick');
  await button('Save').click();
  await expect.element(page.getByText('Your billing address is saved.')).toBeVisible();
  await expect.element(page.getByText('1 Dock Road', { exact: true })).toBeVisible();
  await expect.element(page.getByText('IE6388047V')).not.toBeInTheDocument();
  const sent = api.callsOf('setBillingAddress').at(-1)?.input;
  expect(sent).toMatchObject({
    billingAddress: { companyAddress: '1 Dock Road', city: 'Limerick', country: 'IE' },
    customerTaxDetails: { taxDetails: [] },
  });
});

test('an address that was typed and not saved is only thrown away after a question [BIL-07]', async () => {
  const { api } = await open();
  await button('Change billing address').click();
  await button('Cancel').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('Change billing address').click();
  await field(/^Street/).fill('1 Dock Road');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('button', { name: /Discard/ })).toBeVisible();
  await page.getByText('Keep editing').click();
  await expect.element(field(/^Street/)).toHaveValue('1 Dock Road');
  expect(api.callsOf('setBillingAddress')).toEqual([]);
});

test('auto-renew promises no charge where no card is saved, unless there is nothing to charge [BIL-07]', async () => {
  const asks = page.getByText("Without a card your plan can't be renewed. Add one in time.");
  await open();
  await expect.element(asks).toBeVisible();
  await open({ readCurrentPlan: () => ({ currentPlan: aCurrentPlan({ amountToBePaidOnRenewal: 0 }) }) });
  await expect.element(page.getByText('We email you five days before each charge.')).toBeVisible();
  await expect.element(asks).not.toBeInTheDocument();
});

test('an American address has its town, state and postal code in one line [BIL-07]', async () => {
  const us = { ...ADDRESS, country: 'US', city: 'Springfield', state: 'IL', zipCode: '62704' };
  await open({
    readBillingAddress: () => ({ billingAddress: us, customerTaxDetails: { taxDetails: [] }, mayChange: true }),
  });
  await expect.element(page.getByText('Springfield, IL 62704', { exact: true })).toBeVisible();
  await expect.element(page.getByText('United States', { exact: true })).toBeVisible();
});

const HISTORY = [
  { action: 'Manual', at: '2026-11-02T09:00:00.000Z' },
  { action: 'Card added', at: '2026-10-01T09:00:00.000Z' },
  { action: 'Card removed', at: '2026-10-01T09:00:00.000Z' },
] as const;

test('an admin of one of several domains sees the card and the address that all share, who may change them, and the history of the card, but no way to remove it [BIL-07] [PAY-04]', async () => {
  const card = { paymentMethodId: 'pm_2', funding: 'credit', walletType: null, brand: 'visa', lastFourDigits: '4242' };
  await open({
    readCard: () => ({ card: { ...card, expMonth: 8, expYear: 2028 }, history: [...HISTORY], mayRemove: false }),
    readBillingAddress: () => ({ billingAddress: ADDRESS, customerTaxDetails: VAT, mayChange: false }),
  });
  await expect.element(page.getByText('14 Quay Street', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/ending in 4242/).first()).toBeVisible();
  await expect.element(page.getByText('Only the account owner can change them.', { exact: false })).toBeVisible();
  await expect.element(button('Remove')).not.toBeInTheDocument();
  await expect.element(button('Change billing address')).not.toBeInTheDocument();
  await page.getByText('Card history').click();
  const lines = page.getByRole('listitem').filter({ hasText: /2026$/ });
  const texts = () => lines.elements().map((line) => line.textContent?.replaceAll(/\s/g, ' '));
  await expect
    .poll(texts)
    .toEqual(['Paid by handNovember 2, 2026', 'Card addedOctober 1, 2026', 'Card removedOctober 1, 2026']);
  await expectAccessible();
});

test('back from the bank it is said that the card is saved, or that it is not, with the way to add it [PAY-04]', async () => {
  const card = { paymentMethodId: 'pm_2', funding: 'credit', walletType: null, brand: 'visa', lastFourDigits: '4242' };
  const saved = { card: { ...card, expMonth: 8, expYear: 2028 }, history: [], mayRemove: true };
  const { location } = await open({ readCard: () => saved }, '?cardAfter=pm_1');
  await expect.element(page.getByText('Your card is saved.')).toBeVisible();
  expect(location().search).toBe('');
  await open({}, '?cardAfter=none&redirect_status=failed');
  await expect.element(page.getByText(/Your bank hasn't confirmed the card/)).toBeVisible();
});

test('what could not be read or done is said: earlier invoices, and the end of auto-renew in its question [BIL-05] [BIL-07]', async () => {
  await open({
    listInvoices: ({ cursor }) => {
      if (cursor === undefined) return { invoices: [], nextCursor: 'older', total: 12 };
      throw refusal('INTERNAL_SERVER_ERROR');
    },
    updateBillingConfig: () => {
      throw refusal('SUBSCRIPTION_CANCELLED');
    },
  });
  await button('Show earlier invoices').click();
  await expect.element(page.getByText(/Something went wrong on our side/)).toBeVisible();
  await page.getByRole('switch', { name: 'Auto-renew' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(question.getByText(/This subscription is cancelled/)).toBeVisible();
});

test('a reason that was thrown away, and a former failure, do not come back with the question [BIL-06]', async () => {
  await open({
    cancelSubscription: () => {
      throw refusal('SUBSCRIPTION_CANCELLED');
    },
  });
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox');
  await button('Cancel subscription').click();
  await reason.fill('We close');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep my plan' }).click();
  await page.getByRole('button', { name: /Discard/ }).click();
  await button('Cancel subscription').click();
  await expect.element(reason).toHaveValue('');
  expect(dialog.getByRole('alert').elements()).toEqual([]);
});
