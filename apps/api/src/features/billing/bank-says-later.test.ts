import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from './due/run-due-work.ts';
import { reconcile } from './reconcile.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const cashOf = async (customer: TestCustomer) =>
  (await readBookSums(app, customer)).find(({ account }) => account === 'cash')?.sum ?? 0;
const jobsOf = (ran: Awaited<ReturnType<typeof runDueWork>>, { customerId }: TestCustomer) =>
  ran.filter((one) => one.customerId === customerId).map(({ job }) => job);

test('while a bank is still processing a payment, its order waits with the renewal and other orders continue; once it is paid, both count, each once [BIL-07] [PAY-03]', async () => {
  const start = app.clock.now();
  const options = { accounts: 1, cycle: 'monthly' } as const;
  const waiting = await aCustomerWithDomain(app, options);
  const other = await aCustomerWithDomain(app, options);
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token: waiting.token });
  const end = new Date(currentPlan.expiresOn ?? '');
  app.clock.moveTo(new Date(end.getTime() - 2 * DAY));
  const token = await aSessionAs(app, waiting, { role: 'domainAdmin', email: waiting.email });
  const orderItems = [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }];
  const { quoteId, amountToBePaid } = await app.must(calculateCharge, { orderItems }, { token });
  const { stripeSecret, trackingId } = await app.must(startPayment, { quoteId }, { token });
  app.clock.moveTo(end);
  const bankWorks = {
    ...app.deps.gateway,
    cancelIntent: () =>
      Promise.reject(new PaymentGatewayError('unavailable', 'intent_processing', 'The bank works on it.')),
  };
  const ran = await runDueWork({ ...app.deps, gateway: bankWorks }, inDays(0));
  expect(jobsOf(ran, waiting), 'reminded, and not renewed').toEqual(['renewal-reminder']);
  expect(jobsOf(ran, other)).toEqual(['renewal-reminder', 'renew']);
  expect(await cashOf(waiting)).toBe(290);
  await payByCard(app, stripeSecret);
  const later = await Promise.all(Array.from({ length: 3 }, () => runDueWork(app.deps, inDays(0))));
  expect(later.flatMap((one) => jobsOf(one, waiting))).toContain('renew');
  expect(await cashOf(waiting), 'the mailbox for two days, and two mailboxes for a month').toBe(
    290 + Math.round((amountToBePaid ?? 0) * 100) + 2 * 290,
  );
  const again = await aSessionAs(app, waiting, { role: 'domainAdmin', email: waiting.email });
  const { currentPlan: after } = await app.must(processPayment, { trackingId }, { token: again });
  expect(after.mailSuiteDetails?.noOfAccounts.purchased).toBe(2);
  expect(await reconcile(app.deps, { from: inDays(-40), to: inDays(2) })).toEqual([]);
  app.clock.moveTo(start);
});

test('the free month offered to a trial is given once, at the end of the first cycle, and only where it was offered [PLN-02] [C-07]', async () => {
  const offered = await aCustomerWithDomain(app, { planType: 'trial', accounts: 2 });
  const plain = await aCustomerWithDomain(app, { planType: 'trial', accounts: 2 });
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`update order_billing set has_month_offer = true where customer_id = ${offered.customerId}`),
  );
  const upgrade = { orderItems: [{ action: 'upgradePlan' as const, planId: 55, billingCycle: 'monthly' as const }] };
  const withMonth = { ...upgrade, monthExtension: 1 };
  expect(await app.refusal(calculateCharge, withMonth, { token: plain.token })).toBe('VALIDATION_FAILED');
  expect(await app.refusal(calculateCharge, { ...upgrade, monthExtension: 2 }, { token: offered.token })).toBe(
    'VALIDATION_FAILED',
  );
  const { token } = offered;
  const { currentPlan: trial } = await app.must(readCurrentPlan, {}, { token });
  const without = await app.must(calculateCharge, upgrade, { token });
  const quote = await app.must(calculateCharge, withMonth, { token });
  expect(quote.amountToBePaid, 'the month costs nothing').toBe(without.amountToBePaid);
  const { stripeSecret, trackingId } = await app.must(startPayment, { quoteId: quote.quoteId }, { token });
  await payByCard(app, stripeSecret);
  const paid = await Promise.all(Array.from({ length: 3 }, () => app.must(processPayment, { trackingId }, { token })));
  const from = trial.currentPeriod?.to ?? '';
  const monthsLater = (months: number) => {
    const day = new Date(`${from}T00:00:00Z`);
    day.setUTCMonth(day.getUTCMonth() + months);
    return day.toISOString().slice(0, 10);
  };
  for (const { currentPlan } of paid) expect(currentPlan.currentPeriod).toEqual({ from, to: monthsLater(2) });
  expect(await app.refusal(calculateCharge, withMonth, { token }), 'it is used up').toBe('VALIDATION_FAILED');
});
