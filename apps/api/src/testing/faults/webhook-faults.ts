import { pollUntil } from '@postern/testkit/poll-until';
import { startWebhookReceiver, type WebhookReceiver } from '@postern/testkit/webhook-receiver';
import { expect } from 'vitest';

export type Fault = {
  /** The alerts that the fault must raise, with their labels. */
  alerts: Record<string, Record<string, string>>;
  /** Describes the fault in the guide's table. */
  what: string;
  make: () => Promise<void>;
  mend: () => Promise<void>;
};

type Ground = {
  cli: <Answer>(...args: string[]) => Promise<Answer>;
  /** Runs a statement on a connection other than the panel's. */
  query: (statement: string, values?: string[]) => Promise<{ rowCount: number | null }>;
};

/** Faults that keep events from reaching their address, or from being sent. */
export function webhookFaults({ cli, query }: Ground) {
  let receiver: WebhookReceiver | undefined;
  let endpointId = '';
  const failing: Fault = {
    what: 'an address for events answers 500, and the tries of its event are taken away',
    alerts: { WebhooksFail: { receiver: 'operator' }, WebhooksGivenUp: { receiver: 'operator' } },
    make: async () => {
      receiver = await startWebhookReceiver();
      receiver.answerWith(500);
      ({ endpointId } = await cli<{ endpointId: string }>('webhook', 'add', '--url', receiver.url));
      await cli('webhook', 'test', '--endpoint', endpointId);
      const earlier = `update webhook_endpoint set failing_since = failing_since - interval '2 hours' where failing_since is not null`;
      await pollUntil(async () => ((await query(earlier)).rowCount ?? 0) > 0, {
        timeoutMs: 30_000,
        onTimeout: () => 'No event failed.',
      });
      await query('update webhook_message set next_try_at = null');
    },
    mend: async () => {
      receiver?.answerWith(200);
      expect(await cli('webhook', 'resend', '--endpoint', endpointId)).toEqual({ resent: 1 });
    },
  };
  const late: Fault = {
    what: 'a transaction of somebody else keeps the table of events locked',
    alerts: { WebhooksWait: { receiver: 'operator' } },
    make: async () => {
      await query(
        `insert into webhook_message (message_id, endpoint_id, type, body, created_at, next_try_at)
         values ('msg_late', $1, 'webhook.test', '{}', now(), now() + interval '4 seconds')`,
        [endpointId],
      );
      await query('begin');
      await query('lock table webhook_message in share row exclusive mode');
    },
    mend: async () => void (await query('commit')),
  };
  return {
    failing,
    late,
    stop: async () => {
      await receiver?.[Symbol.asyncDispose]();
    },
  };
}
