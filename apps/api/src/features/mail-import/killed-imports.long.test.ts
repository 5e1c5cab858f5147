import { countTrials } from '@postern/testkit/count-trials';
import { type HostileImap, startHostileImap } from '@postern/testkit/hostile-imap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { killAmongImports } from '../../testing/faults/kill-among-imports.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const KILLS = 20;
const PASSWORD = 'pass "word" \\ of the old place';

let two: TwoServers;
let source: HostileImap;
beforeAll(async () => {
  source = await startHostileImap('127.0.0.1', { password: PASSWORD });
  two = await startTwoServers(undefined, {
    POSTERN_IMPORT_PORTS: String(source.port),
    POSTERN_IMPORT_PRIVATE_ADDRESSES: '127.0.0.1',
  });
}, 300_000);
afterAll(async () => {
  await two?.stop();
  await source?.[Symbol.asyncDispose]();
});

test.for([
  ['read from the source', 'fetch'],
  ['put a batch', 'put'],
  ['count a batch that is there', 'settle'],
] as const)(
  'twenty kills of both processes while they %s lose no message and double none [IMP-04]',
  async ([, at], { task }) => {
    countTrials(task, KILLS);
    await killAmongImports(two, { source, password: PASSWORD }, { at, kills: KILLS });
    const rows = await two.db.asSystem((tx) => rowsOf(tx, sql`select row_to_json(t) as row from mail_import t`));
    const logs = two.servers.map((server) => server.output()).join('');
    expect(JSON.stringify(rows) + logs).not.toContain('of the old place');
  },
);
