import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { mailUsage } from './tables.ts';

const app = useTestApp({ webhooks: false });

const GB = 1_073_741_824;
const LETTER = aMessage('hello');
const BIG = aMessage('x'.repeat(70).concat('\r\n').repeat(15_000));

const send = async (to: string, raw = LETTER) =>
  (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to, raw })).reply.slice(0, 3);

/** Writes the usage that the mail server would measure in a mailbox. */
const fill = (address: string, bytes: number) =>
  app.deps.db.asSystem((tx) => tx.update(mailUsage).set({ bytes }).where(eq(mailUsage.address, address)));

/** The quota that Dovecot and Postfix read, in bytes. */
async function quotaForMailServers(address: string): Promise<number> {
  const client = new Client({ connectionString: app.databaseUrl ?? '' });
  await client.connect();
  try {
    await client.query('set session authorization mailro');
    const { rows } = await client.query('select quota_bytes from mail.mailbox where address = $1', [address]);
    return Number(rows[0].quota_bytes);
  } finally {
    await client.end();
  }
}

test('the mailboxes of a free domain share 2 GB: what one uses is not available to the others until it is deleted [BIL-09]', async () => {
  const owner = await aCustomerWithDomain(app, { planType: 'free', cycle: 'monthly', accounts: 2 });
  const [anna, bert] = [await aMailbox(app, owner, 'anna'), await aMailbox(app, owner, 'bert')];
  expect([await send(anna.email), await send(bert.email, BIG)]).toEqual(['250', '250']);
  await fill(anna.email, 2 * GB - 1_500_000);
  expect([await send(bert.email, BIG), await send(bert.email)]).toEqual(['552', '250']);
  await fill(anna.email, 3 * GB);
  expect(await send(bert.email)).toBe('552');
  await fill(anna.email, GB);
  expect(await send(bert.email, BIG)).toBe('250');
});

test('Dovecot and Postfix limit a mailbox of a free domain to what the others leave, and never remove its quota [BIL-09]', async () => {
  const owner = await aCustomerWithDomain(app, { planType: 'free', cycle: 'monthly', accounts: 2 });
  const [anna, bert] = [await aMailbox(app, owner, 'anna'), await aMailbox(app, owner, 'bert')];
  await send(anna.email);
  await fill(anna.email, 0.5 * GB);
  expect(await quotaForMailServers(bert.email)).toBe(1.5 * GB);
  expect(await quotaForMailServers(anna.email)).toBe(2 * GB);
  await fill(anna.email, 3 * GB);
  expect(await quotaForMailServers(bert.email)).toBe(1);
});

test("a paid plan's mailboxes have their own storage, however full the others are [BIL-09] [MBX-11]", async () => {
  const owner = await aCustomerWithDomain(app, { accounts: 2 });
  const [anna, bert] = [await aMailbox(app, owner, 'anna'), await aMailbox(app, owner, 'bert')];
  await send(anna.email);
  await fill(anna.email, 900 * GB);
  expect(await send(bert.email, BIG)).toBe('250');
  expect(await quotaForMailServers(bert.email)).toBe(10 * GB);
});
