import { type Listener, mayHearOfChange } from '@postern/domain/live';
import type { Database } from '../../db/client.ts';
import { listAccounts } from '../mailboxes/public.ts';
import type { LiveRow } from './live-repository.ts';
import type { StreamedEvent } from './live-stream.ts';

/** An event, and which of the bundle's listeners may have it. */
export type Told = { event: StreamedEvent; isFor: (listener: Listener) => boolean };

/** Sent to a reader that missed too much: it reads everything again. */
export const RELOAD: Told = { event: { event: 'reload', data: {} }, isFor: () => true };

/** The rows as events by bundle, for bundles that have a listener. */
export async function toTold(db: Database, rows: LiveRow[], bundleIds: Set<string>): Promise<Map<string, Told[]>> {
  const byBundle = Map.groupBy(rows, (row) => row.bundleId);
  const told = new Map<string, Told[]>();
  for (const [bundleId, own] of byBundle) if (bundleIds.has(bundleId)) told.set(bundleId, await tell(db, own));
  return told;
}

/** The rows of one bundle as events. A mailbox is shown as it is now, not as it was at the event. */
async function tell(db: Database, rows: LiveRow[]): Promise<Told[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const about = rows.flatMap((row) => (isOfMailbox(row) ? [row.mailboxId] : []));
  const accounts = await listAccounts(db, first, [...new Set(about)]);
  return rows.map((row) => ({
    event: {
      event: row.event,
      data:
        row.event === 'mailboxes'
          ? { ...row.data, account: isOfMailbox(row) ? (accounts.get(row.mailboxId) ?? null) : null }
          : row.data,
    },
    isFor: (listener) => mayHearOfChange(listener, row.mailboxId),
  }));
}

const isOfMailbox = (row: LiveRow): row is LiveRow & { mailboxId: string } =>
  row.event === 'mailboxes' && row.mailboxId !== null && row.data.what === 'mailbox' && row.data.change !== 'deleted';
