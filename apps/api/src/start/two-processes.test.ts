import { addAlias } from '@postern/contract/aliases';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { completePurchase } from '@postern/contract/purchase';
import { signOut } from '@postern/contract/session';
import { setSpamFilter } from '@postern/contract/spam-filter';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../testing/builders.ts';
import { killAmongDomainChanges } from '../testing/faults/kill-among-domain-changes.ts';
import { killAmongMailboxes } from '../testing/faults/kill-among-mailboxes.ts';
import { killAmongBuyers } from '../testing/faults/kill-buyers.ts';
import { loseConnections } from '../testing/faults/lose-connections.ts';
import { listen } from '../testing/follow-changes.ts';
import { raceAdmins } from '../testing/race-admins.ts';
import { raceGuesses } from '../testing/race-guesses.ts';
import { raceSettlements } from '../testing/race-settlements.ts';
import { startTwoServers, type TwoServers } from '../testing/two-servers.ts';

// One pair of processes for all features, as each start takes seconds. The long suite has the full counts, and kills during bulk jobs.
let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('admins who demote, delete and suspend each other at once over two processes leave one active admin [MBX-07] [MBX-04] [MBX-05]', async () => {
  await raceAdmins(two, 12, 'race');
}, 120_000);

test('of fifty wrong passwords sent at once over two processes ten are checked [ENT-14]', async () => {
  await raceGuesses(two, 1);
}, 120_000);

test('a running server stores a password as Argon2id with 19 MiB and two passes [MBX-02]', async () => {
  const customer = await aCustomerWithDomain(two.panel);
  const { id } = await aMailbox(two.panel, customer, 'anna');
  const [row] = await two.db.asTenant(customer.customerId, (tx) =>
    rowsOf<{ password_hash: string }>(tx, sql`select password_hash from mailbox where mailbox_id = ${id}`),
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
}, 120_000);

test('of eleven aliases added at once over two processes, ten succeed [ALI-01]', async () => {
  const customer = await aCustomerWithDomain(two.panel);
  const { email } = await aMailbox(two.panel, customer, 'anna');
  const answers = await Promise.all(
    Array.from({ length: 11 }, (_, number) =>
      two.panel.call(addAlias, { alias: `alias-${number}`, email, displayName: 'Alias' }, { token: customer.token }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(10);
}, 120_000);

test('the whole purchase and the first mailbox work with calls alternating between two processes [PAY-03] [MBX-02] [ENT-12]', async () => {
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

test("a partner's settlement sent to both processes at once, together with completions, makes one order and one ledger entry [PAY-05] [PAY-03]", async () => {
  await raceSettlements(two, 3);
}, 120_000);

test('whichever call is running when one of two processes is killed, every payment has its order within 30 seconds [PAY-03]', async () => {
  await killAmongBuyers(two, 1, 'paid');
}, 300_000);

test('after a process was killed during creates and deletes, panel and mail store agree within 30 seconds [MBX-13]', async () => {
  await killAmongMailboxes(two, 1, 'cut');
}, 300_000);

test('after a process was killed during a domain change, every name is in the new domain, once [VER-05]', async () => {
  await killAmongDomainChanges(two, 1, 'moved', [0]);
}, 300_000);

test('connections that the database ends under writes cost a 503 that says when to try again: no process, no 500, nothing acknowledged [API-01] [MBX-13]', async () => {
  expect(await loseConnections(two, 3)).toBeGreaterThan(0);
}, 300_000);

// It ends one of the two, so it comes last.
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
