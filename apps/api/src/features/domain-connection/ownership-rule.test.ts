import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { beforeAll, expect, test } from 'vitest';
import { auditOf, ordersOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { setFlag } from '../partners/change-partner.ts';
import { cancelUnprovenOrders } from './cancel-unproven-orders.ts';

const app = useTestApp({ webhooks: false });
beforeAll(async () => {
  await setFlag(app.deps, app.otherPartner.partnerId, 'enableDNSVerification', true);
});

const aTrial = (partner = app.otherPartner) => aCustomerWithDomain(app, { partner, planType: 'trial', accounts: 1 });
const check = ({ domain, token }: TestCustomer) => app.must(checkDomain, { domainName: domain }, { token });
const stateOf = async ({ customerId }: TestCustomer) => (await ordersOf(app, customerId)).map(({ status }) => status);

async function prove({ token }: TestCustomer): Promise<void> {
  const { planId } = await app.must(planDomain, {}, { token });
  await app.must(applyDomainPlan, { planId }, { token });
}

test('where ownership counts, a domain is connected by it alone, and its deadline is shown until it is proven [VER-01] [VER-07]', async () => {
  const customer = await aTrial();
  const deadline = new Date(app.clock.now().getTime() + 14 * 86_400_000).toISOString();
  expect(await check(customer)).toMatchObject({ domainOwnershipVerified: false, ownershipDeadline: deadline });
  await prove(customer);
  app.clock.advance({ seconds: 6 });
  expect(await check(customer)).toMatchObject({
    ...{ domainOwnershipVerified: true, status: 'verified', ownershipDeadline: null },
  });
});

test('after fourteen days without proof a trial order is cancelled, and no other order [VER-07]', async () => {
  const unproven = await aTrial();
  await check(unproven);
  const proven = await aTrial();
  await prove(proven);
  const elsewhere = await aTrial(app.partner);
  const paid = await aCustomerWithDomain(app, { partner: app.otherPartner });
  app.clock.advance({ days: 14, seconds: -1 });
  await cancelUnprovenOrders(app.deps);
  expect(await stateOf(unproven)).toEqual(['active']);
  app.clock.advance({ seconds: 1 });
  await cancelUnprovenOrders(app.deps);
  const states = await Promise.all([unproven, proven, elsewhere, paid].map(stateOf));
  expect(states).toEqual([['cancelled'], ['active'], ['active'], ['active']]);
  await cancelUnprovenOrders(app.deps);
  expect((await auditOf(app, unproven.customerId)).filter((action) => action === 'order.cancelled')).toHaveLength(1);
});

test('who loses a trial by that is mailed once, in their language, what happened and what they can do [VER-07]', async () => {
  const claims = { locale: 'de-de' };
  const customer = await aCustomerWithDomain(app, {
    ...{ partner: app.otherPartner, planType: 'trial', accounts: 1, claims },
  });
  await check(customer);
  app.clock.advance({ days: 14 });
  await cancelUnprovenOrders(app.deps);
  await cancelUnprovenOrders(app.deps);
  expect(await stateOf(customer)).toEqual(['cancelled']);
  const mails = async () =>
    (await app.readMails()).filter(({ to, subject }) => to === customer.email && subject.includes('Testphase'));
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject))
    .toEqual([`Die Testphase von ${customer.domain} ist beendet`]);
  const [mail] = await mails();
  for (const part of ['niemand nachgewiesen', 'Wir buchen nichts ab', 'dort wieder kaufen', 'innerhalb von 14 Tagen'])
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(part);
});

test('while no name server answers, the order is kept for one more day [VER-07] [VER-06]', async () => {
  const customer = await aTrial();
  await app.deps.dns.zones?.close();
  app.clock.advance({ days: 14 });
  await cancelUnprovenOrders(app.deps);
  expect(await stateOf(customer)).toEqual(['active']);
  app.clock.advance({ days: 1 });
  await cancelUnprovenOrders(app.deps);
  expect(await stateOf(customer)).toEqual(['cancelled']);
});
