import { cancelSubscription } from '@postern/contract/billing';
import { requestRenewalPayment } from '@postern/contract/partner-billing';
import { settlePurchase } from '@postern/contract/purchase';
import { readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { decodeJwt, type JWTPayload } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { aChangeAtPartner, aCustomerAtPartner, aSettlement, payAtPartner } from '../../../testing/partner-page.ts';
import { aSessionAs } from '../../../testing/session-as.ts';
import type { TestPartner } from '../../../testing/start-test-app.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { addApiKey } from '../../partners/api-keys.ts';
import { runDueWork } from '../due/run-due-work.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
let partner: TestPartner;
let apiKey: string;

beforeAll(async () => {
  partner = app.otherPartner;
  await payAtPartner(app.deps, partner);
  ({ apiKey } = await addApiKey(app.deps, partner.partnerId));
});

type Customer = Awaited<ReturnType<typeof aCustomerAtPartner>>;

const aCustomer = () => aCustomerAtPartner(app, partner, { accounts: 1, cycle: 'monthly' });
const owner = (customer: Customer) =>
  aSessionAs(app, customer as never, { role: 'domainAdmin', email: customer.email, partnerId: partner.partnerId });
const planOf = async (customer: Customer) =>
  (await app.must(readCurrentPlan, {}, { token: await owner(customer) })).currentPlan;
const ask = ({ domain }: Customer) => app.call(requestRenewalPayment, { domainName: domain }, { token: apiKey });

/** Lets the period end, and what is due a number of days later happen. */
async function pastTheEnd(customer: Customer, days: number) {
  const { currentPeriod } = await planOf(customer);
  const end = Date.parse(String(currentPeriod?.to)) - app.clock.now().getTime();
  app.clock.advance({ days: Math.ceil(end / DAY) + days });
  await runDueWork(app.deps, app.clock.now());
}

test('a subscription that its customer cancelled is not charged and revived by the server of the partner, before or after it has stopped [PAY-05] [BIL-07]', async () => {
  const customer = await aCustomer();
  const orderId = customer.order?.orderId ?? '';
  await app.must(cancelSubscription, { orderId, reason: 'Too dear' }, { token: await owner(customer) });
  expect(await ask(customer)).toMatchObject({ code: 'SUBSCRIPTION_CANCELLED' });
  await pastTheEnd(customer, 9);
  expect(await planOf(customer)).toMatchObject({ subscriptionStatus: 'suspended' });
  expect(await ask(customer)).toMatchObject({ code: 'SUBSCRIPTION_CANCELLED' });
});

test('an order without automatic renewal is not charged by the server of the partner, and says why [PAY-05] [BIL-07]', async () => {
  const customer = await aCustomer();
  await app.must(updateBillingConfig, { autoRenew: false }, { token: await owner(customer) });
  await pastTheEnd(customer, 9);
  expect(await ask(customer)).toMatchObject({
    code: 'PURCHASE_CLOSED',
    problem: { attrs: { reason: 'auto_renew_off' } },
  });
});

const MINUTES = 60_000;
const onPage = async (customer: Customer) =>
  aChangeAtPartner(app, partner, { token: await owner(customer) }, [{ orderType: 'MailSuite', action: 'renew' }]);
const settle = async (asked: JWTPayload) =>
  app.call(settlePurchase, { jwt: await aSettlement(app, partner, { iss: 'http://panel.test', ...asked }) });

test('a payment that a customer began is handed to the server of the partner only while it can be taken, for no longer, and then a new one [PAY-05] [PAY-03]', async () => {
  const customer = await aCustomer();
  await pastTheEnd(customer, 0);
  const { trackingId } = await onPage(customer);
  app.clock.advance({ ms: 20 * MINUTES });
  const again = await app.must(requestRenewalPayment, { domainName: customer.domain }, { token: apiKey });
  expect(again.trackingId).toBe(trackingId);
  expect((decodeJwt(again.jwt).exp ?? 0) * 1000 - app.clock.now().getTime()).toBeLessThanOrEqual(10 * MINUTES);
  app.clock.advance({ ms: 8 * MINUTES });
  expect(await ask(customer), 'the customer may still pay it').toMatchObject({
    code: 'PURCHASE_CLOSED',
    problem: { attrs: { retryAfterSeconds: 120 } },
  });
  app.clock.advance({ ms: 2 * MINUTES });
  const anew = await app.must(requestRenewalPayment, { domainName: customer.domain }, { token: apiKey });
  expect(anew.trackingId).not.toBe(trackingId);
  const claims = { trackingId: anew.trackingId, quoteId: anew.quoteId, amount: '2.90', currency: 'EUR' };
  expect(await settle(claims)).toMatchObject({ ok: true });
  expect(await settle({ ...claims, trackingId, quoteId: undefined }), 'one period, paid once').toMatchObject({
    problem: { attrs: { refunded: true } },
  });
});

test('what is due waits for a customer who is paying it at the partner, for half an hour [PAY-05] [BIL-07]', async () => {
  const [pays, leaves] = [await aCustomer(), await aCustomer()];
  const { currentPeriod } = await planOf(pays);
  const end = Date.parse(String(currentPeriod?.to)) + (app.clock.now().getTime() % DAY);
  app.clock.advance({ ms: end - app.clock.now().getTime() - 10 * MINUTES });
  await runDueWork(app.deps, app.clock.now());
  const { asked } = await onPage(pays);
  await onPage(leaves);
  app.clock.advance({ ms: 29 * MINUTES });
  const jobs = async ({ customerId }: Customer) =>
    (await runDueWork(app.deps, app.clock.now())).flatMap((one) => (one.customerId === customerId ? [one.job] : []));
  expect(await jobs(pays)).toEqual([]);
  expect(await settle(asked)).toMatchObject({ ok: true });
  expect(await planOf(pays)).toMatchObject({ paymentState: 'ok', currentPeriod: { from: currentPeriod?.to } });
  app.clock.advance({ ms: MINUTES });
  expect(await jobs(leaves), 'the half hour is over').toEqual(['payment-due']);
});
