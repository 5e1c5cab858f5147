import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { offerMonth } from '@postern/contract/partner-billing';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseCommand, runCommand } from '../../../cli/run-command.ts';
import { readConfig } from '../../../config/config.ts';
import { audit } from '../../../db/tables.ts';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { addApiKey } from '../../partners/api-keys.ts';
import { setPartner } from '../../partners/change-partner.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

const UPGRADE = { orderItems: [{ action: 'upgradePlan' as const, planId: 55, billingCycle: 'monthly' as const }] };
const WITH_MONTH = { ...UPGRADE, monthExtension: 1 };

const aTrial = () => aCustomerWithDomain(app, { planType: 'trial', accounts: 2 });
const planOf = async ({ token }: TestCustomer) => (await app.must(readCurrentPlan, {}, { token })).currentPlan;
const isOffered = async (customer: TestCustomer) => (await planOf(customer)).mailSuiteDetails?.isMonthOffered;

async function operator(...args: string[]) {
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const parsed = parseCommand([...args, '--json'], 'evaluation');
  const { exitCode, stdout, stderr } = await runCommand({ ...app.deps, config, checks: null, services: null }, parsed);
  return JSON.parse(exitCode === 0 ? stdout : stderr) as { code?: string; isChanged?: boolean };
}
const offer = ({ domain }: TestCustomer, what: 'offer' | 'withdraw' = 'offer') =>
  operator('billing', `${what}-month`, '--domain', domain, '--reason', 'Slow start');

const recordsOf = async ({ customerId }: TestCustomer) =>
  (await app.deps.db.asSystem((tx) => tx.select().from(audit).where(eq(audit.customerId, customerId))))
    .filter(({ action }) => action.startsWith('subscription.month-'))
    .map(({ action, actor, attrs }) => ({ action, actor, note: attrs['note'] }))
    .toSorted((one, other) => (one.action < other.action ? -1 : 1));

const monthsAfter = (day: string, months: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
};

test('the month that the operator offers is seen on the plan, taken once however many purchases run at once, and never offered again [PLN-02] [C-07]', async () => {
  const customer = await aTrial();
  const { token } = customer;
  expect(await isOffered(customer)).toBe(false);
  expect(await app.refusal(calculateCharge, WITH_MONTH, { token })).toBe('VALIDATION_FAILED');
  const answers = await Promise.all([offer(customer), offer(customer), offer(customer)]);
  expect(answers.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  expect(await isOffered(customer)).toBe(true);
  const { currentPeriod } = await planOf(customer);
  const quotes = await Promise.all([app, second, app].map((one) => one.must(calculateCharge, WITH_MONTH, { token })));
  const started = await Promise.allSettled(
    quotes.map(({ quoteId }, at) => (at === 1 ? second : app).must(startPayment, { quoteId }, { token })),
  );
  const begun = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  // Whichever was given up for another one can't be paid.
  for (const { stripeSecret } of begun) await payByCard(app, stripeSecret).catch(() => null);
  await Promise.allSettled(
    begun.flatMap(({ trackingId }) => [app, second].map((one) => one.call(processPayment, { trackingId }, { token }))),
  );
  const from = currentPeriod?.to ?? '';
  expect((await planOf(customer)).currentPeriod).toEqual({ from, to: monthsAfter(from, 2) });
  expect(await isOffered(customer)).toBe(false);
  expect(await offer(customer)).toMatchObject({ code: 'PURCHASE_CLOSED' });
  expect(await recordsOf(customer)).toEqual([
    { action: 'subscription.month-offered', actor: 'cli', note: 'Slow start' },
  ]);
});

test('a withdrawn offer can no longer be paid for, unless its payment has begun [PLN-02] [C-07]', async () => {
  const [late, early] = [await aTrial(), await aTrial()];
  for (const customer of [late, early]) await offer(customer);
  const quoteOf = ({ token }: TestCustomer) => app.must(calculateCharge, WITH_MONTH, { token });
  const [quoted, begun] = [await quoteOf(late), await quoteOf(early)];
  const { stripeSecret, trackingId } = await app.must(startPayment, { quoteId: begun.quoteId }, { token: early.token });
  for (const customer of [late, early]) expect(await offer(customer, 'withdraw')).toMatchObject({ isChanged: true });
  expect(await app.refusal(startPayment, { quoteId: quoted.quoteId }, { token: late.token })).toBe('VALIDATION_FAILED');
  const from = (await planOf(early)).currentPeriod?.to ?? '';
  await payByCard(app, stripeSecret);
  const { currentPlan } = await app.must(processPayment, { trackingId }, { token: early.token });
  expect(currentPlan.currentPeriod).toEqual({ from, to: monthsAfter(from, 2) });
  expect((await recordsOf(late)).map(({ action }) => action)).toEqual([
    'subscription.month-offered',
    'subscription.month-withdrawn',
  ]);
});

test("a partner's server offers the month to its own customers on trial, once the operator allows it, and to no one else [PLN-02] [C-07]", async () => {
  const { partnerId } = app.partner;
  const { apiKey } = await addApiKey(app.deps, partnerId);
  const stranger = await addApiKey(app.deps, app.otherPartner.partnerId);
  const [trial, paid] = [await aTrial(), await aCustomerWithDomain(app, { accounts: 1 })];
  const wish = ({ domain }: TestCustomer) => ({ domainName: domain, reason: 'A late reply of ours' });
  const as = { token: apiKey };
  expect(await app.refusal(offerMonth, wish(trial), as)).toBe('NOT_AUTHORIZED');
  for (const id of [partnerId, app.otherPartner.partnerId]) await setPartner(app.deps, id, { mayOfferMonths: true });
  expect(await app.refusal(offerMonth, wish(trial), { token: stranger.apiKey })).toBe('NOT_FOUND');
  expect(await app.refusal(offerMonth, wish(trial), { token: trial.token })).toBe('UNAUTHENTICATED');
  expect(await app.refusal(offerMonth, { ...wish(trial), reason: ' ' }, as)).toBe('VALIDATION_FAILED');
  expect(await app.refusal(offerMonth, wish(paid), as)).toBe('PURCHASE_CLOSED');
  const at = [app, second, app, second];
  await Promise.all(at.map((one) => one.must(offerMonth, wish(trial), as)));
  expect(await isOffered(trial)).toBe(true);
  await app.must(offerMonth, { ...wish(trial), isOffered: false }, as);
  expect(await isOffered(trial)).toBe(false);
  const told = { actor: `partner:${partnerId}`, note: 'A late reply of ours' };
  expect(await recordsOf(trial)).toEqual([
    { action: 'subscription.month-offered', ...told },
    { action: 'subscription.month-withdrawn', ...told },
  ]);
});
