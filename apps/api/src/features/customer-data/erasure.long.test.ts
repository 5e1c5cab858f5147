import { existsSync } from 'node:fs';
import path from 'node:path';
import { createMailbox } from '@postern/contract/mailboxes';
import { countTrials } from '@postern/testkit/count-trials';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, PASSWORD } from '../../testing/builders.ts';
import { runCli } from '../../testing/start-server.ts';
import { startTwoServers } from '../../testing/two-servers.ts';

const KILLS = 20;
const MAILBOXES = ['anna', 'ben', 'cleo'];
/** The sweep runs every ten seconds: the kills come at its start, in its steps, and between two of them. */
const SPREAD_MS = 12_000;

test('an erasure ends with nothing left, whenever one of two processes is killed, and once for each customer', async ({
  task,
}) => {
  const two = await startTwoServers();
  onTestFinished(() => two.stop());
  const cli = (...args: string[]) => runCli(two, ...args);
  const actionsOf = async (customerId: string) => {
    const rows = await two.db.asSystem((tx) =>
      rowsOf<{ action: string }>(tx, sql`select action from audit where customer_id = ${customerId}`),
    );
    return rows.map(({ action }) => action);
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { token, domain, customerId } = await aCustomerWithDomain(two.panel, { accounts: 5 });
    for (const name of MAILBOXES)
      await two.panel.must(createMailbox, { email: `${name}@${domain}`, password: PASSWORD }, { token });
    await cli('erase-customer', '--customer', customerId, '--reason', `round ${kill}`, '--days', '0');
    const killAt = Date.now() + (kill * SPREAD_MS) / KILLS;
    await pollUntil(() => Date.now() >= killAt, { timeoutMs: SPREAD_MS + 5_000, onTimeout: () => 'no kill' });
    await two.replace(kill % 2 === 0 ? 0 : 1);
    const isStarted = async () =>
      (
        await two.db.asSystem((tx) =>
          rowsOf(tx, sql`select 1 from customer_erasure where customer_id = ${customerId} and state <> 'waiting'`),
        )
      ).length > 0;
    await pollUntil(isStarted, { timeoutMs: 60_000, onTimeout: () => 'the erasure did not start' });
    await cli('advance-clock', '--by', '2m');
    await pollUntil(async () => (await actionsOf(customerId)).join() === 'customer.erased', {
      timeoutMs: 90_000,
      onTimeout: () => `after kill ${kill} the erasure did not end`,
    });
    expect(existsSync(path.join(two.dataDir, 'mail', domain, 'anna'))).toBe(false);
    const left = await two.db.asSystem((tx) =>
      rowsOf(
        tx,
        sql`select 1 from mailbox where customer_id = ${customerId} union all select 1 from name_registry where customer_id = ${customerId}
          union all select 1 from customer where customer_id = ${customerId}`,
      ),
    );
    expect(left).toEqual([]);
  }
  countTrials(task, KILLS);
}, 3_000_000);
