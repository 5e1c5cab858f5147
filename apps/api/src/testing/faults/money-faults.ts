import { pollUntil } from '@postern/testkit/poll-until';
import { Client } from 'pg';
import type { Fault } from './webhook-faults.ts';

type Query = (statement: string) => Promise<{ rowCount: number | null }>;

/**
 * Creates what needs attention around payments: the rows that a failed webhook, a dispute, a failed refund and a comparison leave. `secondUrl` is the
 * database of the other panels that are monitored: the newest comparison in either counts.
 */
export function moneyFaults(query: Query, secondUrl: () => string): Fault[] {
  /** Changes the last comparison in both databases; false while one has none. */
  const setLastRun = async (change: string): Promise<boolean> => {
    const statement = `update reconcile_run set ${change}
      where until = (select max(until) from reconcile_run where finished_at is not null)`;
    const second = new Client({ connectionString: secondUrl() });
    await second.connect();
    try {
      const changed = [await query(statement), await second.query(statement)];
      return changed.every(({ rowCount }) => (rowCount ?? 0) > 0);
    } finally {
      await second.end();
    }
  };
  return [
    {
      what: 'a webhook is given up, a dispute waits, a refund is owed, books differ, and were not compared for two days',
      alerts: {
        GatewayEventsGivenUp: {},
        DisputeUnanswered: {},
        RefundOwed: {},
        BooksDiffer: {},
        BooksNotCompared: {},
      },
      make: async () => {
        await pollUntil(() => setLastRun('finished_at = finished_at'), {
          timeoutMs: 30_000,
          onTimeout: () => 'No night was compared.',
        });
        await query(`insert into failed_gateway_event (event_id, event, tries, last_error, first_failed_at, last_failed_at)
          values ('evt_given_up', '{}', 8, 'timeout', now(), now())`);
        await query(`insert into dispute (customer_id, dispute_id, partner_id, gateway, intent_id, journal_key, status, reason, amount_minor,
            currency, movements, lost_minor, respond_by, opened_at, asked_at, version)
          values (gen_random_uuid(), 'dp_waits', 904, 'sandbox', 'pi_x', 'payment/x', 'needs_response', 'fraudulent', 100, 'EUR', 0, 0,
            now() + interval '9 days', now(), now() + interval '1 day', 1)`);
        await query(`insert into failed_refund (customer_id, refund_id, partner_id, gateway, intent_id, journal_key, amount_minor, currency,
            failed_at)
          values (gen_random_uuid(), 're_failed', 904, 'sandbox', 'pi_x', 'refund/x', 100, 'EUR', now())`);
        await setLastRun(`differences = '[{}]', finished_at = now() - interval '2 days'`);
      },
      mend: async () => {
        await query(`delete from failed_gateway_event`);
        await query(`delete from dispute`);
        await query(`delete from failed_refund`);
        await setLastRun(`differences = '[]', finished_at = now()`);
      },
    },
  ];
}
