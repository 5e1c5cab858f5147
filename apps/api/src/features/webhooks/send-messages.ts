import { GIVE_UP_AFTER_MILLIS, pauseAfter } from '@postern/domain/webhooks';
import type { Post, Posted } from '@postern/adapter-dns/post-port';
import { eq, lte, and, isNull, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { type Database, rowsOf } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { openSecrets } from './endpoint-secrets.ts';
import { webhookEndpoint, webhookMessage } from './tables.ts';

export type SendDeps = { db: Database; clock: Clock; log: Log; sealer: Sealer; postWebhook: Post };

const AT_ONCE = 20;
/** So that one address which answers slowly leaves room for the others. */
const AT_ONCE_FOR_ONE = 5;
/** Longer than a try takes. Whoever was killed in the middle leaves the message to the next sweep after it. */
const LEASE_MILLIS = 60_000;
const GONE = 410;

/** Sends the messages that are due, some at a time, until none is left or the process ends. */
export async function sendMessages(deps: SendDeps, stopping: AbortSignal): Promise<void> {
  if (!(await isAnyDue(deps))) return;
  while (!stopping.aborted) {
    const claimed = await claimMessages(deps);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((message) => sendOne(deps, message)));
  }
}

/** Mostly nothing is, and then nothing needs to be locked. */
async function isAnyDue({ db, clock }: SendDeps): Promise<boolean> {
  const [due] = await db.readAsSystem((tx) =>
    tx
      .select({ messageId: webhookMessage.messageId })
      .from(webhookMessage)
      .where(lte(webhookMessage.nextTryAt, clock.now()))
      .limit(1),
  );
  return due !== undefined;
}

type Claimed = { messageId: string; endpointId: string; body: string; tries: number };

/** Takes messages, so that no other process sends them at the same time. */
async function claimMessages({ db, clock }: SendDeps): Promise<Claimed[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_MILLIS).toISOString();
  return db.asSystem((tx) =>
    rowsOf<Claimed>(
      tx,
      sql`update webhook_message set next_try_at = ${until}::timestamptz, tries = tries + 1
        where message_id in (
          select message_id from webhook_message where message_id in (
            select due.message_id from webhook_endpoint endpoint cross join lateral (
              select message_id, next_try_at from webhook_message
              where endpoint_id = endpoint.endpoint_id and next_try_at <= ${now.toISOString()}::timestamptz
              order by next_try_at limit ${AT_ONCE_FOR_ONE}) as due
            where endpoint.disabled_at is null
            order by due.next_try_at limit ${AT_ONCE})
          for update skip locked)
        and next_try_at <= ${now.toISOString()}::timestamptz
        returning message_id as "messageId", endpoint_id as "endpointId", body, tries`,
    ),
  );
}

async function sendOne(deps: SendDeps, message: Claimed): Promise<void> {
  const [endpoint] = await deps.db.asSystem((tx) =>
    tx.select().from(webhookEndpoint).where(eq(webhookEndpoint.endpointId, message.endpointId)),
  );
  if (endpoint === undefined) return;
  const now = deps.clock.now();
  const { messageId, body } = message;
  const signatures = openSecrets(deps.sealer, endpoint, now).map((secret) =>
    new Webhook(secret).sign(messageId, now, body),
  );
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Postern',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  const posted = await deps.postWebhook(endpoint.url, { body, headers }, endpoint.partnerId !== null);
  await noteResult(deps, message, posted);
}

const isDelivered = (posted: Posted): boolean => posted.ok && posted.status >= 200 && posted.status < 300;

async function noteResult({ db, clock, log }: SendDeps, message: Claimed, posted: Posted): Promise<void> {
  const { messageId, endpointId, tries } = message;
  const now = clock.now();
  const lastResult = posted.ok ? String(posted.status) : posted.reason;
  const ofMessage = eq(webhookMessage.messageId, messageId);
  const ofEndpoint = eq(webhookEndpoint.endpointId, endpointId);
  const reason = await db.asSystem(async (tx) => {
    if (isDelivered(posted)) {
      await tx.update(webhookMessage).set({ nextTryAt: null, deliveredAt: now, lastResult }).where(ofMessage);
      await tx.update(webhookEndpoint).set({ failingSince: null }).where(ofEndpoint);
      return null;
    }
    const pause = pauseAfter(tries, Math.random());
    const nextTryAt = pause === null ? null : new Date(now.getTime() + pause);
    await tx.update(webhookMessage).set({ nextTryAt, lastResult }).where(ofMessage);
    const failingSince = sql`coalesce(${webhookEndpoint.failingSince}, ${now.toISOString()}::timestamptz)`;
    await tx.update(webhookEndpoint).set({ failingSince }).where(ofEndpoint);
    const giveUp = and(ofEndpoint, isNull(webhookEndpoint.disabledAt));
    const disable = (disabledReason: string) => ({ disabledAt: now, disabledReason });
    if (posted.ok && posted.status === GONE) {
      const gone = await tx.update(webhookEndpoint).set(disable('answered 410 Gone')).where(giveUp).returning();
      return gone.length === 0 ? null : 'answered 410 Gone';
    }
    const since = new Date(now.getTime() - GIVE_UP_AFTER_MILLIS);
    const over = await tx
      .update(webhookEndpoint)
      .set(disable('failed for five days'))
      .where(and(giveUp, lte(webhookEndpoint.failingSince, since)))
      .returning();
    return over.length === 0 ? null : 'failed for five days';
  });
  if (reason !== null) log.error({ endpointId, reason }, 'webhook endpoint disabled');
  else if (!isDelivered(posted))
    log.warn({ endpointId, messageId, tries, result: lastResult }, 'webhook not delivered');
}
