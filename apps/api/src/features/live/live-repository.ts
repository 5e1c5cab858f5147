import type { LiveEventName } from '@postern/contract/live';
import { type SQL, sql } from 'drizzle-orm';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type Database, rowsOf } from '../../db/client.ts';

export type LiveRow = BundleKey & {
  eventId: string;
  event: Exclude<LiveEventName, 'reload'>;
  mailboxId: string | null;
  data: Record<string, unknown>;
};

const COLUMNS = sql`event_id as "eventId", customer_id as "customerId", bundle_id as "bundleId", event, mailbox_id as "mailboxId", data`;
/** Rows of a restored database may have transaction numbers that this server hasn't reached yet; those are left out. */
const isUnseen = (snapshot: string): SQL =>
  sql`written_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and written_by < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(written_by, ${snapshot}::pg_snapshot)`;

/** A moment of the database. `server` identifies its start, as a restored database counts transactions from the beginning. */
export type Moment = { server: string; snapshot: string };

const NOW = sql`select (extract(epoch from pg_postmaster_start_time()) * 1000)::bigint::text as server, pg_current_snapshot()::text as snapshot`;

export async function readNow(db: Database): Promise<Moment> {
  const [row] = await db.atOnceAsSystem((tx) => rowsOf<Moment>(tx, NOW));
  if (row === undefined) throw new Error('The database did not say where it is.');
  return row;
}

/**
 * Events that any tenant committed since a snapshot, and the moment of this query. If the next call starts from that moment's snapshot,
 * nothing is read twice and nothing is missed.
 */
export async function listUnseen(
  db: Database,
  since: string,
  atMost: number,
): Promise<{ moment: Moment; rows: LiveRow[] }> {
  const found = await db.atOnceAsSystem((tx) =>
    rowsOf<Moment & (LiveRow | { eventId: null })>(
      tx,
      sql`select here.*, unseen.* from (${NOW}) here
        left join lateral (select ${COLUMNS}, written_by from live_event where ${isUnseen(since)}
          order by written_by, event_id limit ${atMost}) unseen on true
        order by unseen.written_by, unseen."eventId"`,
    ),
  );
  const [first] = found;
  if (first === undefined) throw new Error('The database did not say where it is.');
  const { server, snapshot } = first;
  return { moment: { server, snapshot }, rows: found.filter((row): row is Moment & LiveRow => row.eventId !== null) };
}

/** What a bundle's reader missed since a snapshot or a time, up to the snapshot `until`. */
export async function listMissed(
  db: Database,
  { customerId, bundleId }: BundleKey,
  { since, until, atMost }: { since: { snapshot: string } | { instant: Date }; until: string; atMost: number },
): Promise<LiveRow[]> {
  const isMissed = 'snapshot' in since ? isUnseen(since.snapshot) : sql`at >= ${since.instant.toISOString()}`;
  return db.atOnceAsTenant(customerId, (tx) =>
    rowsOf<LiveRow>(
      tx,
      sql`select ${COLUMNS} from live_event where customer_id = ${customerId} and bundle_id = ${bundleId}
        and ${isMissed} and pg_visible_in_snapshot(written_by, ${until}::pg_snapshot)
        order by written_by, event_id limit ${atMost}`,
    ),
  );
}
