import { cancelSubscription } from '@postern/contract/billing';
import { requestRenewalPayment } from '@postern/contract/partner-billing';
import { readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerAtPartner, payAtPartner } from '../../../testing/partner-page.ts';
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
