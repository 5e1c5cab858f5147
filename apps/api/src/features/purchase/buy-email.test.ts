import { createMailbox } from '@postern/contract/mailboxes';
import { authenticatePurchase, completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { auditOf, bookedFor, ordersOf } from '../../testing/audit-rows.ts';
import {
  aCustomerWithDomain,
  anAddress,
  aPurchaseLink,
  aReadyPurchase,
  aWish,
  complete,
  CHALLENGED_CARD,
  DECLINED_CARD,
  openLink,
  PASSWORD,
  payByCard,
} from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { setFlag } from '../partners/change-partner.ts';

const app = useTestApp();

const open = (link: { jwt: string; partnerId: number }) =>
  app.must(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });

async function purchaseIdOf(orderId: string, customerId: string): Promise<string> {
  const order = (await ordersOf(app, customerId)).find((row) => row.orderId === orderId);
  return order?.purchaseId ?? '';
}

test('a paid purchase gives a session for the domain, its order, and one charge of the amount shown [PUR-01] [PAY-01] [PAY-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 4 });
  expect(customer.login).toMatchObject({ primaryDomain: customer.domain, adminType: 'customer', isDomainAdmin: true });
  expect(customer.order).toMatchObject({ noOfAccounts: 4, chargedAmount: 4 * 29, currency: 'EUR', planType: 'pro' });
  const entries = await bookedFor(app, await purchaseIdOf(customer.order.orderId, customer.customerId));
  expect(entries.map(({ kind, amountMinor, currency }) => ({ kind, amountMinor, currency }))).toEqual([
    { kind: 'charge', amountMinor: 11_600, currency: 'EUR' },
  ]);
  const charges = (await app.gateway.readLedger()).filter((item) => item.type === 'charge');
  expect(charges.map((item) => item.charge)).toContainEqual(
    expect.objectContaining({ intentId: entries[0]?.reference, amountMinor: 11_600, currency: 'EUR' }),
  );
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token: customer.token });
  expect(currentPlan.mailSuiteDetails?.noOfAccounts).toEqual({ limit: 4, purchased: 4, active: 0 });
  expect(await auditOf(app, customer.customerId)).toEqual(
    expect.arrayContaining(['order.purchased', 'session.started']),
  );
});

test('a link buys once: afterwards it is denied, and does not sign its holder in [PUR-08]', async () => {
  const { link } = await aCustomerWithDomain(app);
  expect(await open(link)).toEqual({ flow: 'purchase_denied', params: {}, partnerInternalId: link.partnerId });
});

test("a link for someone else's domain is denied [PUR-08]", async () => {
  const { domain } = await aCustomerWithDomain(app);
  expect((await open(await aPurchaseLink(app, { domain, email: 'another@person.test' }))).flow).toBe('purchase_denied');
});

test("a link signs in to the panel once, and only a fresh link with the customer's partner, domain and email [PUR-01] [PUR-08]", async () => {
  const { domain, email } = await aCustomerWithDomain(app);
  const fresh = await aPurchaseLink(app, { domain, email });
  const answer = await open(fresh);
  expect(answer).toMatchObject({ flow: 'panel_login', params: { login: { primaryDomain: domain, userEmail: email } } });
  const { login, config: _config, ...params } = answer.params;
  expect(params, 'the fields of the session are in the params, too').toEqual(login);
  await app.must(readCurrentPlan, {}, { token: params.token });
  expect((await open(fresh)).flow).toBe('purchase_denied');
  const ofOtherPartner = await aPurchaseLink(app, { domain, email, partner: app.otherPartner });
  expect((await open(ofOtherPartner)).flow).toBe('purchase_denied');
});

test('a link that was opened before its domain was bought by another link does not sign in [PUR-08]', async () => {
  const early = await aPurchaseLink(app);
  await openLink(app, early);
  await aCustomerWithDomain(app, { domain: early.domain, email: early.email });
  expect((await open(early)).flow).toBe('purchase_denied');
});

test('of twenty concurrent openings of a fresh link, one signs in [PUR-08]', async () => {
  const { domain, email } = await aCustomerWithDomain(app);
  const fresh = await aPurchaseLink(app, { domain, email });
  const flows = await Promise.all(Array.from({ length: 20 }, async () => (await open(fresh)).flow));
  expect(flows.filter((flow) => flow === 'panel_login')).toHaveLength(1);
});

test('fifty concurrent openings of a link lead to one purchase and one intent [PUR-08] [PAY-03]', async () => {
  const link = await aPurchaseLink(app);
  const tokens = await Promise.all(Array.from({ length: 50 }, () => openLink(app, link)));
  const [first = ''] = tokens;
  const { customerId } = await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token: first });
  const wish = await aWish(app, first);
  const started = await Promise.all(tokens.slice(0, 10).map((token) => app.must(initiatePurchase, wish, { token })));
  expect(new Set(started.map((answer) => answer.trackingId)).size).toBe(1);
  expect(new Set(started.map((answer) => answer.stripeSecret)).size).toBe(1);
  const again = await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token: tokens[49] });
  expect(again.customerId).toBe(customerId);
});

test('a second link with the id of an opened one does not sell another domain [PUR-08]', async () => {
  const first = await aPurchaseLink(app, { linkId: 'twice' });
  await openLink(app, first);
  expect((await open(await aPurchaseLink(app, { linkId: 'twice' }))).flow).toBe('purchase_denied');
});

test('an amount other than the catalogue price is refused with the right one, also when completing [PAY-01] [PUR-03]', async () => {
  const link = await aPurchaseLink(app);
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = await aWish(app, token);
  for (const chargeableAmount of [0, 0.01, wish.chargeableAmount - 0.01, wish.chargeableAmount * 100, 1e14]) {
    const answer = await app.call(initiatePurchase, { ...wish, chargeableAmount }, { token });
    expect(answer).toMatchObject({ ok: false, code: 'AMOUNT_CHANGED', problem: { attrs: { chargeableAmount: 87 } } });
  }
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, wish, { token });
  await payByCard(app, stripeSecret);
  const cheap = { ...wish, trackingId, chargeableAmount: 1 };
  expect(await app.refusal(completePurchase, cheap, { token })).toBe('AMOUNT_CHANGED');
});

test('a plan, cycle or currency that is not sold is refused, naming the field [PUR-03]', async () => {
  const link = await aPurchaseLink(app);
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = await aWish(app, token);
  const fieldOf = async (change: object) => {
    const answer = await app.call(initiatePurchase, { ...wish, ...change }, { token });
    return answer.ok ? null : answer.problem.attrs.fields;
  };
  const notSold = (path: string) => [expect.objectContaining({ path, code: 'not_sold' })];
  expect(await fieldOf({ planId: 999 })).toEqual(notSold('planId'));
  expect(await fieldOf({ planId: Number.MAX_SAFE_INTEGER })).toEqual(notSold('planId'));
  expect(await fieldOf({ currency: 'INR', chargeableAmount: 1499 * 3 })).toEqual(notSold('currency'));
});

test('the server refuses a country on the list, whatever the form let through [PUR-07]', async () => {
  const link = await aPurchaseLink(app);
  const token = await openLink(app, link);
  for (const country of ['CU', 'IR', 'KE', 'KP', 'SY']) {
    const billingAddress = { ...anAddress(link.email), country };
    expect(await app.refusal(upsertCustomer, { billingAddress }, { token })).toBe('COUNTRY_NOT_SUPPORTED');
  }
});

test('all wrong fields of the billing form are reported at once, each with its code [PUR-04]', async () => {
  const token = await openLink(app, await aPurchaseLink(app));
  const fieldsOf = async (billingAddress: Record<string, string>, taxDetails: object[] = []) => {
    const input = { billingAddress, customerTaxDetails: { taxDetails } } as never;
    const answer = await app.call(upsertCustomer, input, { token });
    const fields = answer.ok ? [] : (answer.problem.attrs.fields as { path: string; code: string }[]);
    return Object.fromEntries(fields.map(({ path, code }) => [path.replace('billingAddress.', ''), code]));
  };
  const empty = { email: '', name: ' ', companyAddress: '', city: '', country: '' };
  expect(await fieldsOf(empty)).toEqual({
    email: 'REQUIRED',
    name: 'REQUIRED',
    companyAddress: 'REQUIRED',
    city: 'REQUIRED',
    country: 'REQUIRED',
  });
  const us = { ...anAddress('rosa@shop.test'), country: 'US' };
  expect(await fieldsOf(us)).toEqual({ state: 'REQUIRED', zipCode: 'REQUIRED' });
  expect(await fieldsOf({ ...us, state: 'ZZ', zipCode: '1234' })).toEqual({
    state: 'STATE_UNKNOWN',
    zipCode: 'POSTAL_CODE_INVALID',
  });
  const german = { ...anAddress('rosa@shop'), state: 'CA', country: 'DE' };
  expect(await fieldsOf(german)).toMatchObject({ email: 'EMAIL_INVALID', state: 'NOT_FOR_COUNTRY' });
  expect(
    Object.keys(await fieldsOf(anAddress('a@shop.test'), [{ taxIdentifierType: 'vat_id', value: 'DE1' }])),
  ).toEqual(['customerTaxDetails.taxDetails.0.value']);
  const vatId = { taxIdentifierType: 'vat_id', value: 'DE136695976' };
  expect(await fieldsOf(anAddress('a@shop.test'), [vatId, vatId])).toEqual({
    'customerTaxDetails.taxDetails.1.value': 'TAX_ID_REPEATED',
  });
});

test('a buyer who corrects the typed email gets invoices there, and signs in with the email of the link all along [PUR-04] [ENT-03]', async () => {
  const email = 'owner@corrects.test';
  const token = await openLink(app, await aPurchaseLink(app, { email }));
  await app.must(upsertCustomer, { billingAddress: anAddress('typo@shop.test') }, { token });
  await app.must(upsertCustomer, { billingAddress: anAddress('right@shop.test') }, { token });
  const wish = await aWish(app, token);
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, wish, { token });
  await payByCard(app, stripeSecret);
  const { session } = await complete(app, { token, wish, trackingId, clientSecret: stripeSecret, gateway: 'sandbox' });
  expect(session.userEmail).toBe(email);
  const next = await open(await aPurchaseLink(app, { email }));
  expect(next).toMatchObject({ params: { billingAddress: { email: 'right@shop.test' } } });
});

test('the answer names the card that paid by its brand and last four digits, also when it is asked for again [PAY-01]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  await payByCard(app, purchase.clientSecret);
  const card = { walletType: null, brand: 'visa', lastFourDigits: '4242' };
  expect((await complete(app, purchase)).card).toEqual(card);
  expect((await complete(app, purchase)).card).toEqual(card);
});

test('if the partner pays, no card is needed, and its settlement replaces the charge [PAY-05] [PAY-03]', async () => {
  await setFlag(app.deps, app.otherPartner.partnerId, 'forgoPayments', true);
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app, { partner: app.otherPartner }));
  expect(purchase).toMatchObject({ clientSecret: null, gateway: 'partner' });
  const { order, session } = await complete(app, purchase);
  const entries = await bookedFor(app, await purchaseIdOf(order.orderId, session.bllUserId));
  expect(entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([['settlement', 8700]]);
  await setFlag(app.deps, app.otherPartner.partnerId, 'forgoPayments', false);
});

test('a trial saves a card with a set-up intent and charges nothing [PUR-05] [PAY-03]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app), { planType: 'trial' });
  expect(purchase.gateway).toBe('sandbox');
  const unpaid = { ...purchase.wish, trackingId: purchase.trackingId };
  expect(await app.refusal(completePurchase, unpaid, { token: purchase.token })).toBe('PAYMENT_FAILED');
  await payByCard(app, purchase.clientSecret);
  const { order, session } = await complete(app, purchase);
  expect(order.chargedAmount).toBe(0);
  expect(await bookedFor(app, await purchaseIdOf(order.orderId, session.bllUserId))).toEqual([]);
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token: session.token });
  expect(currentPlan).toMatchObject({ remainingDays: 90, trialUntil: '2026-06-08T09:00:00.000Z' });
});

test('the free plan needs no card and has no end [PAY-01]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app), {
    planType: 'free',
    cycle: 'monthly',
    accounts: 2,
  });
  expect(purchase).toMatchObject({ clientSecret: null, gateway: 'none' });
  const { order } = await complete(app, purchase);
  expect(order).toMatchObject({ chargedAmount: 0, expiresOn: null });
});

test('a declined card answers 402 with its reason, and the same purchase succeeds with another card [PAY-01] [PUR-05]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  const input = { ...purchase.wish, trackingId: purchase.trackingId };
  const { token } = purchase;
  expect((await payByCard(app, purchase.clientSecret, DECLINED_CARD)).status).toBe('failed');
  const headers = { 'idempotency-key': 'pay-1' };
  expect(await app.call(completePurchase, input, { token, headers })).toMatchObject({
    status: 402,
    code: 'PAYMENT_FAILED',
    problem: { attrs: { reason: 'card_declined', declineCode: 'generic_decline' } },
  });
  await payByCard(app, purchase.clientSecret);
  expect((await app.must(completePurchase, input, { token, headers })).status).toBe('successful');
});

test("a buyer who leaves the bank's page is told that the payment isn't finished, not how the former card failed [PAY-01]", async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  const input = { ...purchase.wish, trackingId: purchase.trackingId };
  const { token } = purchase;
  expect((await payByCard(app, purchase.clientSecret, DECLINED_CARD)).status).toBe('failed');
  expect((await payByCard(app, purchase.clientSecret, CHALLENGED_CARD)).status).toBe('requires_action');
  expect(await app.call(completePurchase, input, { token })).toMatchObject({
    ...{ status: 402, code: 'PAYMENT_FAILED' },
    problem: { attrs: { reason: 'requires_action' } },
  });
});

test('a buyer who changes the order pays the new amount, and the former intent can no longer be paid [PAY-03]', async () => {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app), { accounts: 2 });
  const { token } = purchase;
  const more = await aWish(app, token, { accounts: 5 });
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, more, { token });
  expect(stripeSecret).not.toBe(purchase.clientSecret);
  expect((await payByCard(app, purchase.clientSecret)).status).toBe('failed');
  const old = { ...purchase.wish, trackingId: purchase.trackingId };
  expect(await app.refusal(completePurchase, old, { token })).toBe('NOT_FOUND');
  await payByCard(app, stripeSecret);
  const { order } = await app.must(completePurchase, { ...more, trackingId }, { token });
  expect(order.chargedAmount).toBe(145);
});

test('the first mail has a link to choose a password, never a password', async () => {
  const customer = await aCustomerWithDomain(app);
  // The mail with the invoice comes before or after it.
  const texts = async () => (await app.readMails()).filter(({ to }) => to === customer.email).map(({ text }) => text);
  await expect
    .poll(texts, { timeout: 10_000 })
    .toContainEqual(expect.stringMatching(/http:\/\/panel\.test\/set-password\?token=[\w-]{40,}/));
  expect((await texts()).join()).not.toContain(PASSWORD);
  await app.must(createMailbox, { email: `a@${customer.domain}`, password: PASSWORD }, { token: customer.token });
});
