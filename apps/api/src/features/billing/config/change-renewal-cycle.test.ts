import { signIn } from '@postern/contract/sign-in';
import { listAllPlans, readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { toAmountNumber, toMinor } from '@postern/domain/money';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';

const app = useTestApp();

test('another cycle applies from the next renewal on, at the price that the list of plans shows for it [BIL-04] [SHL-10]', async () => {
  const { token } = await aCustomerWithDomain(app, { accounts: 3 });
  const { currentPlan: before } = await app.must(readCurrentPlan, {}, { token });
  const { plans } = await app.must(listAllPlans, { orderTypes: 'MailSuite' }, { token });
  expect(plans.site).toEqual([]);
  const own = plans.mailSuite.find((plan) => plan.id === before.mailSuiteDetails?.planId);
  expect(own?.currency).toBe(before.currency);
  const cycle = before.billingCycle === 'quarterly' ? 'monthly' : 'quarterly';
  const { currentPlan: after } = await app.must(updateBillingConfig, { renewalBillingCycle: cycle }, { token });
  expect(after).toMatchObject({
    billingCycle: before.billingCycle,
    renewalBillingCycle: cycle,
    expiresOn: before.expiresOn,
    amountToBePaidOnRenewal: toAmountNumber(3 * toMinor(own?.pricing[cycle]?.price ?? 0)),
  });
  expect(await app.must(readCurrentPlan, {}, { token })).toEqual({ currentPlan: after });
  const back = await app.must(updateBillingConfig, { renewalBillingCycle: before.billingCycle }, { token });
  expect(back.currentPlan).toEqual(before);
});

test('a cycle that the plan is not sold with is refused with its own code, and changes nothing [BIL-04]', async () => {
  const { token } = await aCustomerWithDomain(app, { planType: 'trial' });
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token });
  const refused = await app.call(updateBillingConfig, { renewalBillingCycle: 'four_yearly' }, { token });
  expect(refused).toMatchObject({
    code: 'VALIDATION_FAILED',
    problem: { attrs: { fields: [{ path: 'renewalBillingCycle', code: 'CYCLE_NOT_OFFERED' }] } },
  });
  expect(await app.must(readCurrentPlan, {}, { token })).toEqual({ currentPlan });
});

test("a person without admin rights can't change how a domain is paid for [SUP-01]", async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'admin', { isAdmin: true });
  const { email } = await aMailbox(app, customer, 'member', { isAdmin: false });
  const { token } = await app.must(signIn, { email, password: PASSWORD });
  expect(await app.refusal(updateBillingConfig, { renewalBillingCycle: 'monthly' }, { token })).toBe('NOT_AUTHORIZED');
});
