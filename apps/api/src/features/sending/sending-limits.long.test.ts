import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';

const ROUNDS = 50;
/** Sent at once in a round, each to five recipients: the free plan lets ten of a mailbox through. */
const MESSAGES = 20;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp({ webhooks: false });
  // The same database, with mail receivers of their own.
  other = await startTestApp({ webhooks: false, beside: app });
}, 300_000);
afterAll(async () => {
  await other?.stop();
  await app?.stop();
});

test('in each of fifty rounds of twenty messages at once, half of them to each of two servers, exactly ten pass the limit', async ({
  task,
}) => {
  countTrials(task, ROUNDS * MESSAGES);
  const customer = await aCustomerWithDomain(app, { planType: 'free', cycle: 'monthly', accounts: 2 });
  const { email } = await aMailbox(app, customer, 'anna');
  const to = Array.from({ length: 5 }, (_, index) => email.replace('@', `+${index}@`));
  const raw = aMessage('hello').replace('sender@elsewhere.test', email);
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await Promise.all(
      Array.from({ length: MESSAGES }, (_, index) =>
        sendMail(
          { host: '127.0.0.1', port: index % 2 === 0 ? app.smtpPort : other.smtpPort },
          { from: email, to, raw },
        ),
      ),
    );
    expect(outcomes.filter(({ reply }) => reply.startsWith('250 '))).toHaveLength(10);
    // Four rounds in a day would reach the day's limit.
    app.clock.advance({ days: 1 });
  }
});
