import pg from 'pg';
import { openDatabase } from '../../../apps/api/src/db/client.ts';
import { readMailboxPage } from '../../../apps/api/src/features/mailboxes/list/read-mailbox-page.ts';
import { LOCATIONS } from '../../../apps/api/src/runtime/locations.ts';
import { interleave } from '../load/interleave.ts';
import type { Comparison } from '../report/comparison.ts';
import { tenantOf } from '../servers/fill-postern.ts';
import { domainOf, type Size } from '../servers/people.ts';
import { DATABASE } from '../servers/postern.ts';
import type { BenchContext } from './context.ts';

const SIZE: Size = 10_000;
const PLACE = { customerId: tenantOf(SIZE), bundleId: tenantOf(SIZE) };
const AT_ONCE = `select m.address, coalesce(u.bytes, 0) as bytes from mailbox m left join mail_usage u on u.address = m.address
  where m.customer_id = $1 and m.bundle_id = $2 and m.state = 'ready' order by m.address limit ${SIZE}`;
const SINGLE = 'select bytes from mail_usage where address = $1';

/** The usage of all mailboxes of a domain: with the list's statement for all of them at once, compared with one statement each. */
export async function measureUsage({ postgres, folder, pace }: BenchContext): Promise<Comparison[]> {
  const url = postgres.urlOf(DATABASE);
  const db = await openDatabase({ dataDir: folder, url, migrationsFolder: LOCATIONS.migrations, poolSize: 1 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ address: string }>(
      `select address from mailbox where address like '%@${domainOf(SIZE)}' order by address limit ${SIZE}`,
    );
    const millis = await interleave(pace.rounds, {
      panel: timed(async () => {
        const page = await readMailboxPage(db, PLACE, { words: [], limit: SIZE });
        return page?.rows.filter(({ usedBytes }) => Number.isFinite(usedBytes)).length ?? 0;
      }),
      bare: timed(
        async () => (await client.query({ name: 'all', text: AT_ONCE, values: Object.values(PLACE) })).rows.length,
      ),
      singly: timed(async () => {
        let read = 0;
        for (const { address } of rows)
          read += (await client.query({ name: 'one', text: SINGLE, values: [address] })).rows.length;
        return read;
      }),
    });
    const line = { goal: 11, what: 'Usage of 10,000 mailboxes in one query', unit: 'ms', ours: millis.panel };
    return [
      { ...line, other: { name: 'bare join, the usage alone', sample: millis.bare }, bound: { atMost: 10 } },
      { ...line, other: { name: '10,000 reads by their keys', sample: millis.singly }, bound: { atMost: 0.5 } },
    ];
  } finally {
    await client.end();
    await db.close();
  }
}

const timed = (read: () => Promise<number>) => async () => {
  const started = performance.now();
  const count = await read();
  if (count !== SIZE) throw new Error(`The usage of ${count} mailboxes was read.`);
  return performance.now() - started;
};
