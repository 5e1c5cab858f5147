import { randomBytes } from 'node:crypto';
import { EVENT_TYPES, findUrlFault, TEST_EVENT } from '@postern/domain/webhooks';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { writePartnerAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { CommandError } from '../../feature/command.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { findPartner } from '../partners/public.ts';
import { newSecret, sealSecret } from './endpoint-secrets.ts';
import { readEndpointStates } from './read-states.ts';
import { webhookEndpoint, webhookMessage } from './tables.ts';

type Deps = { db: Database; clock: Clock; sealer: Sealer };
type Endpoint = typeof webhookEndpoint.$inferSelect;

const FORMER_SECRET_MILLIS = 24 * 3_600_000;
const MESSAGES_SHOWN = 50;

const isGivenUp = and(isNull(webhookMessage.deliveredAt), isNull(webhookMessage.nextTryAt));
const ofId = (endpointId: string) => eq(webhookEndpoint.endpointId, endpointId);

/** Sends the partner's events, or with null those of all customers, to an address from now on. The secret is told once. */
export async function addEndpoint(
  { db, clock, sealer }: Deps,
  wish: { url: string; partnerId: number | null; eventTypes: string[] | null },
): Promise<{ endpointId: string; secret: string }> {
  const { url, partnerId, eventTypes } = wish;
  const fault = findUrlFault(url, partnerId !== null);
  if (fault !== null) throw new CommandError('INVALID_URL', `Events can't be sent to this address: ${fault}.`);
  const unknown = (eventTypes ?? []).filter((type) => !EVENT_TYPES.includes(type));
  if (unknown.length > 0)
    throw new CommandError('UNKNOWN_EVENT', `There is no event ${unknown.join(', ')}. docs/webhooks.md lists them.`);
  if (partnerId !== null && (await findPartner(db.global, partnerId)) === null)
    throw new CommandError('NOT_FOUND', `Partner ${partnerId} does not exist.`);
  const endpointId = `ep_${randomBytes(8).toString('hex')}`;
  const secret = newSecret();
  const now = clock.now();
  await db.asSystem(async (tx) => {
    await tx.insert(webhookEndpoint).values({
      ...{ endpointId, partnerId, url, eventTypes },
      sealedSecret: sealSecret(sealer, endpointId, secret),
      ...{ createdAt: now, readUntil: now },
    });
    await recordChange(tx, clock, { endpointId, partnerId }, 'webhook-endpoint.added');
  });
  return { endpointId, secret };
}

/** Stops sending, and forgets what was not sent yet. */
export async function removeEndpoint({ db, clock }: Deps, endpointId: string): Promise<void> {
  await db.asSystem(async (tx) => {
    const [gone] = await tx.delete(webhookEndpoint).where(ofId(endpointId)).returning();
    if (gone === undefined) throw notFound(endpointId);
    await tx.delete(webhookMessage).where(eq(webhookMessage.endpointId, endpointId));
    await recordChange(tx, clock, gone, 'webhook-endpoint.removed');
  });
}

/** Gives an endpoint a new secret. For a day the former one signs too. */
export async function rotateSecret({ db, clock, sealer }: Deps, endpointId: string): Promise<string> {
  const secret = newSecret();
  await db.asSystem(async (tx) => {
    const [changed] = await tx
      .update(webhookEndpoint)
      .set({
        formerSealedSecret: sql`${webhookEndpoint.sealedSecret}`,
        formerUntil: new Date(clock.now().getTime() + FORMER_SECRET_MILLIS),
        sealedSecret: sealSecret(sealer, endpointId, secret),
      })
      .where(ofId(endpointId))
      .returning();
    if (changed === undefined) throw notFound(endpointId);
    await recordChange(tx, clock, changed, 'webhook-endpoint.secret-changed');
  });
  return secret;
}

/** Sends again to an endpoint that was disabled, beginning with what happened since. */
export async function enableEndpoint({ db, clock }: Deps, endpointId: string): Promise<void> {
  await db.asSystem(async (tx) => {
    const [enabled] = await tx
      .update(webhookEndpoint)
      .set({ disabledAt: null, disabledReason: null, failingSince: null })
      .where(ofId(endpointId))
      .returning();
    if (enabled === undefined) throw notFound(endpointId);
    await recordChange(tx, clock, enabled, 'webhook-endpoint.enabled');
  });
}

/** Sends a test event to the address. */
export async function sendTest({ db, clock }: Deps, endpointId: string): Promise<string> {
  const now = clock.now();
  const messageId = `msg_${newId(now)}`;
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: now.toISOString(), data: { endpointId } });
  await db.asSystem(async (tx) => {
    await readEndpoint(tx, endpointId);
    await tx
      .insert(webhookMessage)
      .values({ messageId, endpointId, type: TEST_EVENT, body, createdAt: now, nextTryAt: now });
  });
  return messageId;
}

/** Sends messages again, with all their tries: one, or all that were given up. Answers how many. */
export async function resendMessages(
  { db, clock }: Deps,
  endpointId: string,
  messageId: string | null,
): Promise<number> {
  return db.asSystem(async (tx) => {
    await readEndpoint(tx, endpointId);
    const which = messageId === null ? isGivenUp : eq(webhookMessage.messageId, messageId);
    const again = await tx
      .update(webhookMessage)
      .set({ nextTryAt: clock.now(), tries: 0, deliveredAt: null })
      .where(and(eq(webhookMessage.endpointId, endpointId), which))
      .returning({ messageId: webhookMessage.messageId });
    if (messageId !== null && again.length === 0)
      throw new CommandError('NOT_FOUND', `Endpoint ${endpointId} has no message ${messageId}.`);
    return again.length;
  });
}

/** Deletes the given-up messages of an endpoint. Returns how many. */
export async function forgetMessages({ db, clock }: Deps, endpointId: string): Promise<number> {
  return db.asSystem(async (tx) => {
    const endpoint = await readEndpoint(tx, endpointId);
    const gone = await tx
      .delete(webhookMessage)
      .where(and(eq(webhookMessage.endpointId, endpointId), isGivenUp))
      .returning({ messageId: webhookMessage.messageId });
    if (gone.length > 0) await recordChange(tx, clock, endpoint, 'webhook-endpoint.messages-forgotten');
    return gone.length;
  });
}

/** All endpoints, with the number of messages that wait for each. */
export async function listEndpoints({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const endpoints = await db.asSystem((tx) => tx.select().from(webhookEndpoint).orderBy(webhookEndpoint.createdAt));
  const figures = new Map((await readEndpointStates(db, clock.now())).map((each) => [each.endpointId, each]));
  return endpoints.map((endpoint) => ({
    ...endpoint,
    waiting: figures.get(endpoint.endpointId)?.waiting ?? 0,
    givenUp: figures.get(endpoint.endpointId)?.givenUp ?? 0,
  }));
}

/** The newest messages of an endpoint, or only those given up. */
export const listMessages = (db: Database, endpointId: string, isOnlyGivenUp = false) =>
  db.asSystem(async (tx) => {
    await readEndpoint(tx, endpointId);
    return tx
      .select()
      .from(webhookMessage)
      .where(and(eq(webhookMessage.endpointId, endpointId), isOnlyGivenUp ? isGivenUp : undefined))
      .orderBy(desc(webhookMessage.createdAt), desc(webhookMessage.messageId))
      .limit(MESSAGES_SHOWN);
  });

async function readEndpoint(tx: Queryable, endpointId: string): Promise<Endpoint> {
  const [found] = await tx.select().from(webhookEndpoint).where(ofId(endpointId));
  if (found === undefined) throw notFound(endpointId);
  return found;
}

const notFound = (endpointId: string) => new CommandError('NOT_FOUND', `There is no endpoint ${endpointId}.`);

async function recordChange(
  tx: Queryable,
  clock: Clock,
  { endpointId, partnerId }: Pick<Endpoint, 'endpointId' | 'partnerId'>,
  action: string,
): Promise<void> {
  if (partnerId !== null)
    await writePartnerAudit(tx, clock, { partnerId, actor: 'cli', action, attrs: { endpointId } });
}
