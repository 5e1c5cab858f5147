import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { completePurchase } from '@postern/contract/purchase';
import { signOut } from '@postern/contract/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, PASSWORD } from '../../testing/builders.ts';
import { killAmongBuyers } from '../../testing/kill-buyers.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('the whole purchase and the first mailbox work with every call at the other of two processes [PAY-03] [MBX-02] [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(two.panel, { accounts: 5 });
  const { token, domain, purchase } = customer;
  const input = { ...purchase.wish, trackingId: purchase.trackingId };
  const again = await Promise.all(
    two.servers.map((server) => server.call(completePurchase, input, { token: purchase.token })),
  );
  expect(again[0]?.text).toBe(again[1]?.text);
  const options = { token, headers: { 'idempotency-key': 'over-processes' } };
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      two.servers[number % 2 === 0 ? 0 : 1].call(
        createMailbox,
        { email: `anna@${domain}`, password: PASSWORD },
        options,
      ),
    ),
  );
  expect(new Set(made.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(made[0]?.status).toBe(200);
  const rush = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      two.panel.call(createMailbox, { email: `rush-${number}@${domain}`, password: PASSWORD }, { token }),
    ),
  );
  expect(rush.filter((answer) => answer.ok)).toHaveLength(4);
  expect((await two.panel.must(listMailboxes, {}, { token })).total).toBe(5);
  await two.servers[0].must(signOut, {}, { token });
  expect(await two.servers[1].refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
}, 120_000);

test('whatever call is on its way when one of two processes is killed, every payment ends in its order within 30 seconds [PAY-03]', async () => {
  await killAmongBuyers(two, 2, 'cut');
}, 300_000);
