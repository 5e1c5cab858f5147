import { pollUntil } from '@postern/testkit/poll-until';
import type { Fault } from './webhook-faults.ts';

type Query = (statement: string) => Promise<{ rowCount: number | null }>;

/** What needs attention around payments: rows as a failed webhook, a dispute and a comparison leave them. */
export function moneyFaults(query: Query): Fault[] {
  const lastRun = `update reconcile_run set`;
  const ofLast = `where until = (select max(until) from reconcile_run where finished_at is not null)`;
  return [
    {
      what: 'a webhook is given up, a dispute waits, books differ, and were not compared for two days',
      alerts: { GatewayEventsGivenUp: {}, DisputeUnanswered: {}, BooksDiffer: {}, BooksNotCompared: {} },
      make: async () => {
        await pollUntil(
          async () => ((await query(`${lastRun} finished_at = finished_at ${ofLast}`)).rowCount ?? 0) > 0,
          {
            timeoutMs: 30_000,
            onTimeout: () => 'No night was compared.',
          },
        );
        await query(`insert into failed_gateway_event (event_id, event, tries, last_error, first_failed_at, last_failed_at)
          values ('evt_given_up', '{}', 8, 'timeout', now(), now())`);
        await query(`insert into dispute (customer_id, dispute_id, partner_id, gateway, intent_id, journal_key, status, reason, amount_minor,
            currency, movements, lost_minor, respond_by, opened_at, asked_at, version)
          values (gen_random_uuid(), 'dp_waits', 904, 'sandbox', 'pi_x', 'payment/x', 'needs_response', 'fraudulent', 100, 'EUR', 0, 0,
            now() + interval '9 days', now(), now() + interval '1 day', 1)`);
        await query(`${lastRun} differences = '[{}]', finished_at = now() - interval '2 days' ${ofLast}`);
      },
      mend: async () => {
        await query(`delete from failed_gateway_event`);
        await query(`delete from dispute`);
        await query(`${lastRun} differences = '[]', finished_at = now() ${ofLast}`);
      },
    },
  ];
}
