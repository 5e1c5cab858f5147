import { powerDnsZones } from '../../../packages/adapters/dns/src/powerdns.ts';
import { interleave } from '../load/interleave.ts';
import type { Comparison } from '../report/comparison.ts';
import { API_KEY, type NameServer, recordsIn, startNameServer, zoneName } from '../servers/name-server.ts';
import type { BenchContext } from './context.ts';

const [SMALL, LARGE] = [100, 100_000];
const EDITS = 60;
/** The step from one zone to the next, so that they are far apart in the table. */
const STRIDE = 7919;

/** PowerDNS's statements to read a zone, change it and answer from it, for an existing zone and name. */
const STATEMENTS = [
  "select id, name, type from domains where name = 'zone-70.example'",
  "select content, ttl, prio, type, name from records where disabled = false and name = 'www.zone-70.example'",
  "select content from records where disabled = false and type = 'A' and name = 'shop.zone-70.example' and domain_id = 70",
  'select content, name from records where domain_id = 70 order by name, type',
  "delete from records where domain_id = 70 and name = 'shop.zone-70.example' and type = 'A'",
];

/** Goal 7: changing a record is as fast among a million records as among a thousand, and no statement reads a whole table. */
export async function measureZoneEdits(
  context: Pick<BenchContext, 'folder' | 'postgres' | 'defer' | 'pace'>,
): Promise<Comparison[]> {
  const { folder, postgres, defer, pace } = context;
  const start = (zones: number) => startNameServer(folder, postgres, defer, { zones, caches: false });
  const [small, large] = [await start(SMALL), await start(LARGE)];
  for (const statement of STATEMENTS) {
    const plan = await postgres.read<{ 'QUERY PLAN': string }>(
      large.database,
      // EXPLAIN ANALYZE runs the statement, so a DELETE is only explained.
      `explain ${statement.startsWith('select') ? '(analyze)' : ''} ${statement}`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    if (!/Index|Bitmap/.test(text) || /Seq Scan/.test(text)) throw new Error(`No index for:\n${statement}\n${text}`);
  }
  const samples = await interleave(pace.rounds, { large: editsOf(large, LARGE), small: editsOf(small, SMALL) });
  return [
    {
      ...{ goal: 7, what: `Change a record among ${count(LARGE)}, PowerDNS`, unit: 'ms', ours: samples.large },
      ...{ other: { name: `among ${count(SMALL)}`, sample: samples.small }, bound: { atMost: 1.25 } },
    },
  ];
}

const count = (zones: number) => `${recordsIn(zones).toLocaleString('en')} records`;

/** The average time of one change through the panel's own adapter. Each sets a new value, in zones all over the table. */
function editsOf({ apiUrl }: NameServer, zones: number) {
  const identity = { nameServers: ['ns1.bench.example'], contact: 'hostmaster.bench.example' };
  const dns = powerDnsZones({ url: apiUrl, apiKey: API_KEY, identity });
  let made = 0;
  return async () => {
    const started = performance.now();
    for (let edit = 0; edit < EDITS; edit += 1) {
      made += 1;
      const values = [`192.0.2.${made % 250}`];
      const set = { type: 'A' as const, host: 'shop', ttlSeconds: 600 + made, values };
      await dns.upsertRecordSet(zoneName(1 + ((made * STRIDE) % zones)), set);
    }
    return (performance.now() - started) / EDITS;
  };
}
