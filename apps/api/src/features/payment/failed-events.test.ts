import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { ordersOf } from '../../testing/audit-rows.ts';
import { aPurchaseLink, aReadyPurchase, payByCard } from '../../testing/builders.ts';
import { sendWebhook } from '../../testing/send-webhook.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import type { CommandDeps } from '../../feature/command.ts';
import { checkFailedEvents } from './check-failed-events.ts';
import { paymentCommands } from './commands.ts';
import { listFailedEvents } from './failed-events.ts';
import { hear } from './hear.ts';
import { retryFailedEvents } from './retry-failed-events.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

/** A process whose gateway doesn't answer in time. */
const cutOff = () => ({
  ...app.deps,
  gateway: {
    ...app.deps.gateway,
    readIntent: () => Promise.reject(new PaymentGatewayError('unavailable', 'timeout', 'It did not answer in time.')),
  },
});
const anEvent = (eventId: string, intentId: string) => ({
  ...{ eventId, intentId, type: 'intent.succeeded' as const, createdEpochMillis: 0 },
});

async function whoHasPaid() {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  await payByCard(app, purchase.clientSecret);
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ intent_id: string; customer_id: string }>(
      tx,
      sql`select intent_id, customer_id from purchase where tracking_id = ${purchase.trackingId}`,
    ),
  );
  return { intentId: row?.intent_id ?? '', customerId: row?.customer_id ?? '' };
}
const all = () => listFailedEvents(app.deps.db, { isAll: true });
const run = (name: string, options: Record<string, string | boolean>, services = app.deps) => {
  const command = paymentCommands[name];
  if (command === undefined || !('run' in command)) throw new Error(name);
  return command.run({ db: app.deps.db, services } as unknown as CommandDeps, options);
};

test('a webhook that fails is refused and written down once, tried again by one of two processes, and gone when it is handled [PAY-03]', async () => {
  const { intentId, customerId } = await whoHasPaid();
  const event = anEvent('evt_lost', intentId);
  const heard = await Promise.allSettled(Array.from({ length: 5 }, () => hear(cutOff(), event)));
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(await all()).toMatchObject([{ eventId: 'evt_lost', tries: 1, lastError: 'gateway: unavailable (timeout)' }]);
  await retryFailedEvents(second.deps);
  expect(await all(), 'not due yet').toMatchObject([{ tries: 1 }]);
  app.clock.advance({ seconds: 61 });
  await Promise.all([retryFailedEvents(second.deps), retryFailedEvents(second.deps)]);
  expect(await all()).toEqual([]);
  expect(await ordersOf(app, customerId)).toHaveLength(1);
});

test('after a day of tries it waits for the operator, who sees why and can have it handled, once however often they ask [PAY-03]', async () => {
  const { intentId, customerId } = await whoHasPaid();
  await expect(hear(cutOff(), anEvent('evt_dead', intentId))).rejects.toThrow('in time');
  expect(await checkFailedEvents(app.deps.db)).toMatchObject({ ok: true, detail: 'tried again: 1' });
  for (let tries = 0; tries < 10; tries += 1) {
    app.clock.advance({ days: 1 });
    await retryFailedEvents(cutOff());
  }
  expect(await run('billing dead-letters', {})).toMatchObject({
    events: [{ eventId: 'evt_dead', type: 'intent.succeeded', intentId, tries: 8, nextTryAt: null }],
  });
  expect(await checkFailedEvents(app.deps.db)).toMatchObject({ ok: false });
  const error = 'gateway: unavailable (timeout)';
  expect(await run('billing retry', { all: true }, cutOff())).toEqual({
    handled: 0,
    failed: [{ eventId: 'evt_dead', error }],
  });
  const retries = await Promise.all(Array.from({ length: 4 }, () => run('billing retry', { event: 'evt_dead' })));
  expect(retries).toContainEqual({ handled: 1, failed: [] });
  expect(await run('billing retry', { event: 'evt_dead' }), 'nothing is left to do').toEqual({
    handled: 0,
    failed: [],
  });
  expect(await ordersOf(app, customerId)).toHaveLength(1);
  expect(await checkFailedEvents(app.deps.db)).toMatchObject({ ok: true, detail: 'none failed' });
});

test('the gateway is told that its webhook failed, and one that can never be handled can be taken off the list [PAY-03]', async () => {
  const { intentId } = await whoHasPaid();
  const about = { type: 'dispute.changed', intentId, disputeId: 'dp_of_nobody' };
  expect(await sendWebhook(app, { id: 'evt_hopeless', ...about })).toBeGreaterThanOrEqual(500);
  expect(await all()).toMatchObject([{ eventId: 'evt_hopeless', lastError: 'gateway: refused (dispute_unknown)' }]);
  expect(await run('billing forget', { event: 'evt_hopeless' })).toEqual({ forgotten: true });
  expect(await all()).toEqual([]);
});
