import { powerDnsZones } from '../../../packages/adapters/dns/src/powerdns.ts';
import { interleave } from '../load/interleave.ts';
import type { Comparison } from '../report/comparison.ts';
import { API_KEY, type NameServer, recordsIn, startNameServer, zoneName } from '../servers/name-server.ts';
import type { Ground } from './ground.ts';

const [SMALL, LARGE] = [100, 100_000];
const EDITS = 60;
/** From one zone to the next, so that they lie far apart. */
const STRIDE = 7919;

/** What PowerDNS asks of its tables when a zone is read, changed and answered for, with a zone and a name that are there. */
const STATEMENTS = [
  "select id, name, type from domains where name = 'zone-70.example'",
  "select content, ttl, prio, type, name from records where disabled = false and name = 'www.zone-70.example'",
  "select content from records where disabled = false and type = 'A' and name = 'shop.zone-70.example' and domain_id = 70",
  'select content, name from records where domain_id = 70 order by name, type',
  "delete from records where domain_id = 70 and name = 'shop.zone-70.example' and type = 'A'",
];

/** Goal 7: a record of a zone is changed among a million as quickly as among a thousand, and no statement reads a whole table. */
export async function measureZoneEdits(
  ground: Pick<Ground, 'folder' | 'postgres' | 'endLater' | 'pace'>,
): Promise<Comparison[]> {
  const { folder, postgres, endLater, pace } = ground;
  const start = (zones: number) => startNameServer(folder, postgres, endLater, { zones, caches: false });
  const [small, large] = [await start(SMALL), await start(LARGE)];
  for (const statement of STATEMENTS) {
    const plan = await postgres.read<{ 'QUERY PLAN': string }>(
      large.database,
      // What is only explained changes nothing; what is analyzed is done, and a delete is none of that.
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

/** How long one change takes on average, through the panel's own adapter; each is another value, of zones all over the table. */
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
