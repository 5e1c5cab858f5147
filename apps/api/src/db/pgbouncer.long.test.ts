import { countTrials } from '@postern/testkit/count-trials';
import { type PgBouncer, startPgBouncer } from '@postern/testkit/pgbouncer';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../testing/builders.ts';
import { killAmongBulk } from '../testing/faults/kill-among-bulk.ts';
import { killAmongDomainChanges } from '../testing/faults/kill-among-domain-changes.ts';
import { killAmongMailboxes } from '../testing/faults/kill-among-mailboxes.ts';
import { killAmongBuyers } from '../testing/faults/kill-buyers.ts';
import { keepWriting } from '../testing/faults/keep-writing.ts';
import { startTwoServers, type TwoServers } from '../testing/two-servers.ts';

const ROUNDS = 5;
const WRITES = 300;

let pooler: PgBouncer;
let two: TwoServers;
beforeAll(async () => {
  pooler = await startPgBouncer(inject('postgresUrl'));
  two = await startTwoServers(pooler.urlOf);
}, 300_000);
afterAll(async () => {
  await two?.stop();
  await pooler?.stop();
});

test.for<[string, number, (two: TwoServers, rounds: number, prefix: string) => Promise<void>]>([
  ['purchases', ROUNDS * 6, killAmongBuyers],
  ['mailboxes being created and deleted', ROUNDS, killAmongMailboxes],
  ['bulk jobs', ROUNDS, killAmongBulk],
  ['changes of a domain', ROUNDS, killAmongDomainChanges],
])(
  'through PgBouncer in transaction mode, kills of one of two processes among %s lose and duplicate nothing [PAY-03] [MBX-13]',
  async ([what, trials, killAmong], { task }) => {
    countTrials(task, trials);
    await killAmong(two, ROUNDS, `pooled-${what.split(' ')[0]}`);
    for (const server of two.servers) expect(server.output()).not.toContain('"status":500');
  },
);

test('through PgBouncer in transaction mode, every call under load is answered and the acknowledged writes are there [API-01]', async ({
  task,
}) => {
  const customer = await aCustomerWithDomain(two.panel, { domain: 'pooled-writes.test' });
  const { email } = await aMailbox(two.panel, customer, 'anna');
  const writer = keepWriting(two.servers, { ...customer, email });
  while (writer.answered() < WRITES) await writer.goesOnAfter(performance.now());
  await writer.stop();
  countTrials(task, writer.answered());
  expect(writer.refused()).toEqual(new Map());
  await writer.checkAt(two.servers[0]);
});
