import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPartner } from '../../../testing/samples.ts';
import { aFreePlan, aGoodServer, aPurchaseAuth, aTrialPlan } from '../testing/purchase-samples.ts';
import { heading, openLink, payButton, reload, success, toPayment, typeCard } from '../testing/purchase-walk.ts';

test('automatic renewal is checked at first and sent as it was left [PUR-05]', async () => {
  const { api } = await openLink();
  await toPayment();
  const renew = page.getByRole('checkbox', { name: 'Renew automatically' });
  await expect.element(renew).toBeChecked();
  await renew.click();
  await expect
    .poll(() => page.getByRole('complementary').element().textContent)
    .toContain('and ends then unless you renew it.');
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase')[0]?.input).toMatchObject({ autoRenew: false });
});

test('a trial hides automatic renewal, and starts at once if it needs no card [PUR-05] [PAY-01]', async () => {
  const { api } = await openLink({ handlers: aGoodServer(aTrialPlan()) });
  await toPayment();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
  await expectAccessible();
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase')[0]?.input).toMatchObject({
    isTrailPlan: true,
    defaultTrialDays: 14,
    chargeableAmount: 0,
    autoRenew: true,
  });
});

test('a trial that needs a card asks for one and says that nothing is charged [PUR-05]', async () => {
  await openLink({ handlers: aGoodServer(aTrialPlan({ needsCard: true })) });
  await toPayment();
  await expect.element(page.getByText('Nothing is charged today.', { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).toBeVisible();
});

test('the free plan needs no card [PAY-01]', async () => {
  const { api } = await openLink({ handlers: aGoodServer(aFreePlan()) });
  await toPayment();
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
  await expect.element(payButton).toHaveTextContent('Start');
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('confirmSandboxPayment')).toEqual([]);
});

test('if the partner bills, its message and Pay now are shown, and no card form [PAY-05]', async () => {
  const flags = { ...aPartner().flags, forgoPayments: true };
  const { api } = await openLink({
    handlers: {
      authenticatePurchase: () => ({ ...aPurchaseAuth(), partnerInternalId: 90 }),
      readPartnerInfo: () => aPartner({ partnerId: 90, flags }),
      initiatePurchase: (input) => ({
        trackingId: '00000000-0000-4000-8000-000000000088',
        chargeableAmount: input.chargeableAmount,
        currency: input.currency,
        stripeSecret: null,
        gateway: 'partner',
      }),
    },
  });
  await toPayment();
  await expect.element(page.getByText('Harbour Mail bills you for this order')).toBeVisible();
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
  await expect.element(payButton).toHaveTextContent('Pay now');
  await expectAccessible();
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('confirmSandboxPayment')).toEqual([]);
});

const cardDetails = {
  paymentMethodId: 'pm_1',
  funding: 'credit',
  walletType: null,
  brand: 'visa',
  lastFourDigits: '4242',
};
const byServer = (input: { chargeableAmount: number }) => ({
  trackingId: '00000000-0000-4000-8000-000000000088',
  chargeableAmount: input.chargeableAmount,
  currency: 'EUR' as const,
  stripeSecret: null,
  gateway: 'sandbox' as const,
});

test('a saved card is offered first, needs no validation, and is charged by the server [PUR-05] [PAY-01]', async () => {
  const { api } = await openLink({
    handlers: {
      authenticatePurchase: () => aPurchaseAuth({ cardExists: true, cardDetails }),
      initiatePurchase: byServer,
    },
  });
  await toPayment();
  await expect.element(page.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked();
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
  await expectAccessible();
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase').map((call) => call.input)).toEqual([
    expect.objectContaining({ paymentMethodId: 'pm_1' }),
  ]);
  expect(api.callsOf('confirmSandboxPayment')).toEqual([]);
  expect(api.callsOf('completePurchase')).toHaveLength(1);
});

test('a declined saved card says why and shows the form for another one, which pays [PUR-05]', async () => {
  const good = aGoodServer();
  const { api } = await openLink({
    handlers: {
      authenticatePurchase: () => aPurchaseAuth({ cardExists: true, cardDetails }),
      initiatePurchase: byServer,
      completePurchase: () => {
        throw refusal('PAYMENT_FAILED', { attrs: { reason: 'card_declined', declineCode: 'generic_decline' } });
      },
    },
  });
  await toPayment();
  await payButton.click();
  await expect.element(page.getByText('Your bank declined this card.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Another card' })).toBeChecked();
  await expectAccessible();
  api.use({
    initiatePurchase: good.initiatePurchase as NonNullable<typeof good.initiatePurchase>,
    completePurchase: good.completePurchase as NonNullable<typeof good.completePurchase>,
  });
  await typeCard();
  await payButton.click();
  await expect.element(success).toBeVisible();
  expect(api.callsOf('initiatePurchase').at(-1)?.input).not.toHaveProperty('paymentMethodId');
});

test('the loader over the card fields disappears after two seconds, and is not shown the second time [PUR-05]', async () => {
  const { location } = await openLink();
  sessionStorage.removeItem('postern.cardElementSeen');
  await toPayment();
  await expect.element(page.getByText('Loading the card form')).toBeVisible();
  await expectAccessible();
  await expect.element(page.getByText('Loading the card form')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Card number')).toBeVisible();
  await reload(location().href);
  await heading('Payment').findElement();
  await expect.element(page.getByText('Loading the card form')).not.toBeInTheDocument();
});

test('the terms link to the pages of the partner [PUR-05]', async () => {
  await openLink();
  await toPayment();
  await expect
    .element(page.getByRole('link', { name: 'terms of use' }))
    .toHaveAttribute('href', 'https://harbour.test/terms');
  await expect
    .element(page.getByRole('link', { name: 'privacy policy' }))
    .toHaveAttribute('href', 'https://harbour.test/privacy');
});
