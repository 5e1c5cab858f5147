import type { EndpointState } from '@postern/domain/webhooks';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../db/client.ts';

export type EndpointFigures = EndpointState & {
  endpointId: string;
  /** Null for the operator's own endpoint. */
  partnerId: number | null;
  disabledReason: string | null;
  /** Messages that will be sent, for the first time or again. */
  waiting: number;
};

type Row = {
  endpoint_id: string;
  partner_id: number | null;
  failing_since: string | Date | null;
  disabled_at: string | Date | null;
  disabled_reason: string | null;
  waiting: string;
  due_since: string | Date | null;
  given_up: string;
};

/** The state of every endpoint, oldest first. */
export async function readEndpointStates(db: Pick<Database, 'asSystem'>, now: Date): Promise<EndpointFigures[]> {
  const rows = await db.asSystem((tx) =>
    rowsOf<Row>(
      tx,
      sql`select endpoint.endpoint_id, endpoint.partner_id, endpoint.failing_since, endpoint.disabled_at, endpoint.disabled_reason,
          open.waiting, open.due_since, dead.given_up
        from webhook_endpoint endpoint
        cross join lateral (select count(*) as waiting, min(next_try_at) as due_since from webhook_message
          where endpoint_id = endpoint.endpoint_id and next_try_at is not null) open
        cross join lateral (select count(*) as given_up from webhook_message
          where endpoint_id = endpoint.endpoint_id and next_try_at is null and delivered_at is null) dead
        order by endpoint.created_at`,
    ),
  );
  const since = (at: string | Date | null) => (at === null ? null : now.getTime() - new Date(at).getTime());
  return rows.map((row) => {
    const lateMillis = since(row.due_since);
    return {
      endpointId: row.endpoint_id,
      partnerId: row.partner_id,
      isDisabled: row.disabled_at !== null,
      disabledReason: row.disabled_reason,
      failingMillis: since(row.failing_since),
      lateMillis: lateMillis === null || lateMillis < 0 ? null : lateMillis,
      waiting: Number(row.waiting),
      givenUp: Number(row.given_up),
    };
  });
}
