import { createMailbox } from '@postern/contract/mailboxes';
import { setSpamFilter } from '@postern/contract/spam-filter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, PASSWORD } from '../../testing/builders.ts';
import { listen } from '../../testing/follow-changes.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('a change in one process reaches clients of the other; a process that ends disconnects its clients at once, and they miss nothing [MBX-13] [API-01]', async () => {
  const { token, domain } = await aCustomerWithDomain(two.panel);
  const [first, second] = two.servers;
  const here = await listen(first.baseUrl, { token });
  await here.lastId();
  const email = `anna@${domain}`;
  const { account } = await second.must(createMailbox, { email, password: PASSWORD }, { token });
  const heard = await here.until((one) => one.data.email === email);
  expect(heard.data).toEqual({ what: 'mailbox', change: 'created', email, account });
  const lastEventId = await here.lastId();

  const leaving = first.end('SIGTERM');
  await here.ended;
  await second.must(setSpamFilter, { level: 'off' }, { token });
  const there = await listen(second.baseUrl, { token, lastEventId });
  await there.until((one) => one.data.what === 'spam-filter');
  expect(there.heard).toHaveLength(1);
  there.leave();
  await leaving;
}, 120_000);
