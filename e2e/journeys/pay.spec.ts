import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import {
  CARDS,
  chooseCountry,
  enterPanel,
  fillCard,
  fillDetails,
  goToPayment,
  leaveDetailsStep,
  leavePlanStep,
  payButton,
} from '../steps/buy.ts';
import { welcome } from '../steps/welcome.ts';

/** A buyer without an earlier purchase, as others are offered their saved card. */
const aBuyer = (domain: string) => ({
  ...{ partner: 54, plan: 'pro', country: 'DE', name: 'Rosa Brandt' },
  domain,
  email: `owner@home-of-${domain}`,
});
const success = (page: Page) => page.getByRole('heading', { name: 'Thank you. Your order is complete.' });

test('a declined card is reported next to the form, and a good one then pays the same order [PUR-05, PAY-01]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink(aBuyer(newDomain('declined'))));
  await goToPayment(page);
  await payButton(page).click();
  await expect(page.getByText('Enter your card number.')).toBeVisible();
  await expectAccessible(page);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByRole('alert').getByText(/declined this card/)).toBeVisible();
  await expectAccessible(page);
  await fillCard(page, CARDS.good);
  await payButton(page).click();
  await expect(success(page)).toBeVisible();
  await enterPanel(page);
});

test('a payment that the bank asks about is declined, tried again and approved, and each time the buyer returns to the order [PUR-05, PAY-01]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink(aBuyer(newDomain('challenged'))));
  await goToPayment(page);
  await fillCard(page, CARDS.challenged);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Approve this payment?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  const failed = page.getByRole('alertdialog', { name: "The payment didn't go through" });
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  await failed.getByRole('button', { name: 'OK' }).click();
  // The dialog that is closing shows the same text.
  await expect(failed).toHaveCount(0);
  await expect(page.getByText(/Your bank didn't approve the payment/)).toBeVisible();
  await fillCard(page, CARDS.challenged);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(success(page)).toBeVisible();
  await enterPanel(page);
});

test('a reload or the browser’s Back in the middle keeps the choices and the input [PUR-02, PUR-04]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink(aBuyer(newDomain('kept'))));
  await page.getByRole('radio', { name: /Every three months/ }).click();
  await page.getByRole('spinbutton', { name: 'Mailboxes' }).fill('4');
  await leavePlanStep(page);
  await fillDetails(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Hamburg');
  await leaveDetailsStep(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay €33.60' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Street and number' })).toHaveValue('Hafenstraße 12');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Mailboxes' })).toHaveValue('4');
  await expect(page.getByRole('radio', { name: /Every three months/ })).toBeChecked();
});

test('two quick presses on Pay make one order [PAY-03]', async ({ page, postern, newDomain }) => {
  const initiated: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/initiate-purchase')) initiated.push(request.url());
  });
  await page.goto(await postern.purchaseLink(aBuyer(newDomain('twice'))));
  await goToPayment(page);
  await fillCard(page, CARDS.good);
  await payButton(page).dblclick();
  await expect(success(page)).toBeVisible();
  expect(initiated).toHaveLength(1);
  await enterPanel(page);
  await expect(page.getByText(/0 of 1 paid mailbox is in use/).filter({ visible: true })).toBeVisible();
});

test('a used link, a broken link and a link for someone else’s domain are refused with a message; a new one for the customer’s own domain opens the panel [PUR-01, PUR-06, PUR-08]', async ({
  page,
  browser,
  postern,
  newDomain,
}) => {
  const domain = newDomain('used');
  const link = await postern.purchaseLink(aBuyer(domain));
  const foreign = await postern.purchaseLink({ ...aBuyer(domain), email: 'somebody@else.example' });
  await page.goto(link);
  await goToPayment(page);
  await fillCard(page, CARDS.good);
  await payButton(page).click();
  await enterPanel(page);

  const visitor = await (await browser.newContext({ baseURL: postern.url })).newPage();
  for (const each of [link, foreign]) {
    await visitor.goto(each);
    await expect(visitor.getByRole('heading', { name: "This order can't be continued" })).toBeVisible();
  }
  await expectAccessible(visitor);
  await visitor.goto(await postern.purchaseLink(aBuyer(domain)));
  await expect(welcome(visitor)).toBeVisible();
  await visitor.evaluate(() => sessionStorage.clear());
  await visitor.goto('/partner/purchase?jwt=broken&partnerId=54');
  await expect(visitor.getByRole('heading', { name: "This link doesn't open an order" })).toBeVisible();
  await expect(visitor.getByText("That didn't work.")).toBeVisible();
  await expectAccessible(visitor);
  await visitor.context().close();
});

test('a blocked country is refused with the reason before anything is paid [PUR-04, PUR-07]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink(aBuyer(newDomain('blocked'))));
  await leavePlanStep(page);
  await fillDetails(page);
  await chooseCountry(page, 'Iran');
  await page.getByRole('button', { name: 'Proceed to payment' }).click();
  const modal = page.getByRole('dialog', { name: "We can't sell to Iran yet" });
  await expect(modal.getByRole('link', { name: 'Learn more' })).toBeVisible();
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Got it' }).click();
  // The focus returns to the form when the dialog has closed; typing before that would be lost.
  await expect(modal).toHaveCount(0);
  await chooseCountry(page, 'Germany');
  await leaveDetailsStep(page);
});

test('with a partner that bills its customers itself, the payment goes through the partner, without a card [PAY-05, BRD-02]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink({ ...aBuyer(newDomain('northline')), partner: 72 }));
  await goToPayment(page);
  await expect(page.getByText('Northline Hosting bills you for this order')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(success(page)).toBeVisible();
  await enterPanel(page);
});

test('a trial saves a card and charges nothing; it is active with its ten mailboxes [PUR-05, PUR-06]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink({ ...aBuyer(newDomain('trial')), plan: 'trial' }));
  await goToPayment(page);
  await expect(page.getByText('Nothing is charged today.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Renew automatically/ })).toHaveCount(0);
  await fillCard(page, CARDS.good);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await expect(success(page)).toBeVisible();
  await enterPanel(page);
  await expect(page.getByText(/trial mailbox(es are| is) in use/).filter({ visible: true })).toBeVisible();
});

test('a free plan asks for no card [PUR-06]', async ({ page, postern, newDomain }) => {
  await page.goto(await postern.purchaseLink({ ...aBuyer(newDomain('free')), plan: 'free' }));
  await expect(page.getByRole('button', { name: 'Next: your details' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
  await goToPayment(page);
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(success(page)).toBeVisible();
  await enterPanel(page);
});

test('a buyer from the United States enters a state and a postal code, and a tax number only if there is one [PUR-04]', async ({
  page,
  postern,
  newDomain,
}) => {
  await page.goto(await postern.purchaseLink({ ...aBuyer(newDomain('states')), country: 'US' }));
  await leavePlanStep(page);
  await fillDetails(page);
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('9410');
  await page.getByRole('button', { name: 'Proceed to payment' }).click();
  await expect(page.getByText('Choose your state.')).toBeVisible();
  await expect(page.getByText(/A ZIP code has five digits/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /VAT ID/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('94107-1234');
  await page.getByRole('combobox', { name: 'State' }).fill('Calif');
  await page.getByRole('option', { name: 'California' }).click();
  await leaveDetailsStep(page);
  await page.goBack();
  await chooseCountry(page, 'Germany');
  await expect(page.getByRole('textbox', { name: /VAT ID/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'ZIP code' })).toHaveCount(0);
});

test('a customer whose provider takes the payment buys and then adds mailboxes on the page of the provider, after a payment that failed there [PAY-05, PAY-06]', async ({
  page,
  postern,
  newDomain,
}) => {
  const shop = page.getByText("This page stands in for the partner's own shop.");
  const payThere = () => page.getByRole('link', { name: /^Pay \d/ }).click();
  await test.step('the purchase', async () => {
    await page.goto(await postern.purchaseLink({ ...aBuyer(newDomain('atprovider')), partner: 116 }));
    await goToPayment(page);
    await payButton(page).click();
    await expect(shop).toBeVisible();
    await payThere();
    await expect(success(page)).toBeVisible();
    await enterPanel(page);
  });
  await test.step('more mailboxes: the payment fails, and nothing is bought', async () => {
    await page.goto('/buy-email-account');
    await expect(page.getByText('on the payment page of', { exact: false })).toBeVisible();
    await payButton(page).first().click();
    await expect(shop).toBeVisible();
    await page.getByRole('link', { name: 'Let the payment fail' }).click();
    await expect(page.getByText(/The last payment wasn't finished, and nothing was charged/).first()).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('the next try pays, and the page says what there is now', async () => {
    await payButton(page).first().click();
    await expect(shop).toBeVisible();
    await payThere();
    await expect(page.getByText(/You have \d+ mailboxes now/)).toBeVisible();
  });
  await test.step('billing says where it is paid', async () => {
    await page.goto('/billing-and-subscription');
    await expect(page.getByText(/^You pay at /).first()).toBeVisible();
    await expectAccessible(page);
  });
});
