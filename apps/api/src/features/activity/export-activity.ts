import { Readable } from 'node:stream';
import type { ActivityEntry } from '@postern/contract/activity';
import { maySeeActivity } from '@postern/domain/activity';
import { renderTable } from '@postern/domain/bulk';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { type ActivityView, readActivity } from './read-activity.ts';

const ROWS_A_PAGE = 500;
const BYTE_ORDER_MARK = '\ufeff';

const COLUMNS: Record<string, (entry: ActivityEntry) => string> = {
  time: ({ at }) => at,
  by: ({ email, by }) => email ?? by,
  action: ({ action }) => action,
  target: ({ target }) => target ?? '',
  detail: ({ detail }) => detail ?? '',
  'amount (smallest unit)': ({ amountMinor }) => (amountMinor === null ? '' : String(amountMinor)),
  currency: ({ currency }) => currency ?? '',
  network: ({ network }) => network,
  browser: ({ browser }) => browser,
  system: ({ os }) => os,
};

/** All that a filter finds, as a table. A page is in memory at a time. Throws NOT_AUTHORIZED. */
export async function exportActivity(
  { db }: { db: Database },
  actor: SessionActor,
  view: ActivityView,
): Promise<Readable> {
  assertMay(maySeeActivity(actor.role));
  const read = (after: string | null) =>
    db.asTenant(actor.customerId, (tx) => readActivity(tx, actor, view, { after, limit: ROWS_A_PAGE }));
  return Readable.from(tableOf(await read(null), read), { objectMode: false });
}

async function* tableOf(first: ActivityEntry[], read: (after: string | null) => Promise<ActivityEntry[]>) {
  yield BYTE_ORDER_MARK + renderTable([Object.keys(COLUMNS)]);
  for (let page = first; page.length > 0; page = page.length < ROWS_A_PAGE ? [] : await read(page.at(-1)?.id ?? null))
    yield renderTable(page.map((entry) => Object.values(COLUMNS).map((cell) => cell(entry))));
}
