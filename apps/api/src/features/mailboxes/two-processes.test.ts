import { addAlias } from '@postern/contract/aliases';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { killAmongBulk } from '../../testing/faults/kill-among-bulk.ts';
import { killAmongDomainChanges } from '../../testing/faults/kill-among-domain-changes.ts';
import { killAmongMailboxes } from '../../testing/faults/kill-among-mailboxes.ts';
import { loseConnections } from '../../testing/faults/lose-connections.ts';
import { raceAdmins } from '../../testing/race-admins.ts';
import { raceGuesses } from '../../testing/race-guesses.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';
import { mailbox } from './tables.ts';

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
    tx
      .select()
      .from(mailbox)
      .where(and(eq(mailbox.customerId, customer.customerId), eq(mailbox.mailboxId, id))),
  );
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

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

test('after both processes were killed during bulk creation, each row was done once and the plan is not exceeded [MBX-02] [MBX-03] [MBX-13]', async () => {
  await killAmongBulk(two, 1, 'bulk');
}, 300_000);

test('after a process was killed during creates and deletes, panel and mail store agree within 30 seconds [MBX-13]', async () => {
  await killAmongMailboxes(two, 1, 'cut');
}, 300_000);

test('after both processes were killed during a domain change, every name is in the new domain, once [VER-05]', async () => {
  await killAmongDomainChanges(two, 1, 'moved');
}, 300_000);

test('connections that the database ends under writes cost a 503 that says when to try again: no process, no 500, nothing acknowledged [API-01] [MBX-13]', async () => {
  expect(await loseConnections(two, 6)).toBeGreaterThan(0);
}, 300_000);
