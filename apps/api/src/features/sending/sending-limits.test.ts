import { suspendMailbox } from '@postern/contract/mailbox-administration';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { pollUntil } from '@postern/testkit/poll-until';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { planOrder } from '../subscriptions/tables.ts';
import { sendingCount } from './tables.ts';

const app = useTestApp({ webhooks: false });

/** The shipped free plan: 50 recipients an hour for a mailbox, 100 for the domain. */
const FREE = { planType: 'free', cycle: 'monthly', accounts: 3 } as const;
const PRO_PLAN_ID = 55;

/** Sends as a mailbox to this many recipients, each of them the mailbox itself under a tag. */
async function send(email: string, recipients: number): Promise<string> {
  const to = Array.from({ length: recipients }, (_, index) => email.replace('@', `+${index}@`));
  const raw = aMessage('hello').replace('sender@elsewhere.test', email);
  return (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { from: email, to, raw })).reply;
}

const codesOf = async (replies: Promise<string>[]) =>
  (await Promise.all(replies)).map((reply) => reply.slice(0, 3)).sort();

/** The subjects of the mails about limits to the customer, once there are this many. */
async function noticesTo({ email }: TestCustomer, count: number): Promise<string[]> {
  let subjects: string[] = [];
  await pollUntil(
    async () => {
      const mails = await app.readMails();
      subjects = mails
        .filter(({ to, subject }) => to === email && subject.includes('limit'))
        .map(({ subject }) => subject);
      return subjects.length >= count;
    },
    { timeoutMs: 20_000, onTimeout: () => `Only these were mailed: ${subjects.join(', ')}` },
  );
  return subjects.toSorted();
}

const readCounts = (customer: TestCustomer, countedId: string) =>
  app.deps.db.asSystem((tx) =>
    tx
      .select()
      .from(sendingCount)
      .where(and(eq(sendingCount.customerId, customer.customerId), eq(sendingCount.countedId, countedId))),
  );

test('a mailbox at its limit waits until the next hour, and its administrators are told once before and once at the limit', async () => {
  const customer = await aCustomerWithDomain(app, FREE);
  const { email } = await aMailbox(app, customer, 'anna');
  expect(await send(email, 39)).toMatch(/^250 /);
  expect(await send(email, 1)).toMatch(/^250 /);
  expect(await send(email, 11)).toMatch(/^451 4\.7\.1 .*50 recipients an hour/);
  expect(await send(email, 11)).toMatch(/^451 /);
  const near = `${email} is close to its sending limit`;
  const reached = `${email} has reached its sending limit`;
  expect(await noticesTo(customer, 2)).toEqual([reached, near].toSorted());
  expect(await send(email, 10)).toMatch(/^250 /);
  expect(await send(email, 1)).toMatch(/^451 /);
  const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/postern_sending_refused_total\{scope="mailbox",span="hour"\} \d/);
  app.clock.advance({ hours: 1 });
  expect(await send(email, 40)).toMatch(/^250 /);
  expect(await noticesTo(customer, 3)).toEqual([reached, near, near].toSorted());
});

test('messages at once never pass a limit together, neither of the mailbox nor of the domain', async () => {
  const customer = await aCustomerWithDomain(app, FREE);
  const [anna, bert, cora] = [
    await aMailbox(app, customer, 'anna'),
    await aMailbox(app, customer, 'bert', { isAdmin: false }),
    await aMailbox(app, customer, 'cora', { isAdmin: false }),
  ];
  const ofAnna = await codesOf(Array.from({ length: 14 }, () => send(anna.email, 5)));
  expect(ofAnna).toEqual([...Array.from({ length: 10 }, () => '250'), ...Array.from({ length: 4 }, () => '451')]);
  const others = await codesOf([bert, cora].flatMap(({ email }) => Array.from({ length: 7 }, () => send(email, 5))));
  expect(others.filter((code) => code === '250')).toHaveLength(10);
  const counted = (await readCounts(customer, customer.bundleId)).find(({ span }) => span === 'hour');
  expect(counted?.recipients).toBe(100);
});

test('a changed plan and a suspension apply to the next message [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app, FREE);
  await aMailbox(app, customer, 'anna');
  const { email } = await aMailbox(app, customer, 'bert');
  expect(await send(email, 50)).toMatch(/^250 /);
  expect(await send(email, 1)).toMatch(/^451 /);
  await app.deps.db.asSystem((tx) =>
    tx.update(planOrder).set({ planId: PRO_PLAN_ID }).where(eq(planOrder.customerId, customer.customerId)),
  );
  expect(await send(email, 1)).toMatch(/^250 /);
  await app.must(suspendMailbox, { email, suspensionType: 'spam' }, { token: customer.token });
  expect(await send(email, 1)).toMatch(/^554 5\.7\.1 This mailbox may not send/);
});

test('a cancelled plan leaves the limits as they were', async () => {
  const customer = await aCustomerWithDomain(app, FREE);
  const { email } = await aMailbox(app, customer, 'anna');
  expect(await send(email, 40)).toMatch(/^250 /);
  await app.deps.db.asSystem((tx) =>
    tx.update(planOrder).set({ status: 'cancelled' }).where(eq(planOrder.customerId, customer.customerId)),
  );
  expect(await send(email, 11)).toMatch(/^451 4\.7\.1 .*50 recipients an hour/);
});
