import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aPaymentIntent } from '../testing/an-intent.ts';
import {
  aCard,
  temporaryFolder,
  type GatewayProcess,
  readWholeLedger,
  startGatewayProcess,
} from '../testing/gateway-process.ts';

const CARD = aCard('4242424242424242');

describe('the ledger', () => {
  test('killed during 50 confirmations, it has every acknowledged charge and none twice [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const gateway = await startGatewayProcess(folder.path);
    const intents = await Promise.all(Array.from({ length: 50 }, () => aPaymentIntent(gateway)));
    let acknowledged: string[] = [];
    // Each is confirmed twice at once, and the process is killed after the tenth answer.
    const tries = [...intents, ...intents].map(async ({ intentId, clientSecret }) => {
      const { body } = await gateway.confirm(clientSecret, CARD);
      if (body.status === 'succeeded') acknowledged = [...acknowledged, intentId];
      if (acknowledged.length === 10) process.kill(gateway.pid, 'SIGKILL');
    });
    await Promise.allSettled(tries);
    await gateway.end('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(10);

    await using revived = await startGatewayProcess(folder.path);
    const before = await chargedIntents(revived);
    expect(new Set(before).size).toBe(before.length);
    expect(before).toEqual(expect.arrayContaining(acknowledged));
    await Promise.all(intents.map(({ clientSecret }) => revived.confirm(clientSecret, CARD)));
    const after = await chargedIntents(revived);
    expect(after.toSorted()).toEqual(intents.map(({ intentId }) => intentId).toSorted());
  });

  test('a half-written last line is cut off, and everything before it is kept [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'ledger.jsonl');
    const first = await startGatewayProcess(folder.path);
    const [paid, torn] = [await aPaymentIntent(first), await aPaymentIntent(first)];
    await first.confirm(paid.clientSecret, CARD);
    const lengthBefore = (await readFile(path)).length;
    await first.confirm(torn.clientSecret, CARD);
    await first.end('SIGTERM');
    const charge = (await readFile(path)).subarray(lengthBefore);
    await truncate(path, lengthBefore + Math.floor(charge.length / 2));

    await using second = await startGatewayProcess(folder.path);
    expect(await chargedIntents(second)).toEqual([paid.intentId]);
    expect(await statusOf(second, torn.intentId)).toBe('requires_confirmation');
    await second.confirm(torn.clientSecret, CARD);
    expect(await chargedIntents(second)).toEqual([paid.intentId, torn.intentId]);
    for (const line of (await readFile(path, 'utf8')).trimEnd().split('\n')) JSON.parse(line);
  });

  test('a whole line that cannot be read stops the start with a plain sentence [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'ledger.jsonl'), '{"at":1}\nnonsense\n{"at":2}\n');
    await expect(startGatewayProcess(folder.path)).rejects.toThrow(/ledger\.jsonl can't be read at line 2; restore/);
  });

  test('two gateways never share a ledger, and a dead one leaves it to the next [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const holder = await startGatewayProcess(folder.path);
    await expect(startGatewayProcess(folder.path)).rejects.toThrow('in use by another gateway');
    await holder.end('SIGKILL');
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startGatewayProcess(folder.path)));
    const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(started).toHaveLength(1);
    await started[0]?.end('SIGTERM');
    expect((await readdir(folder.path)).toSorted()).toEqual(['ledger.jsonl', 'ledger.key', 'ledger.lock']);
  });

  test('an idempotency key is remembered across a restart, a refusal too [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const first = await startGatewayProcess(folder.path);
    const intent = await aPaymentIntent(first, { amountMinor: 1_000 });
    const refund = { intentId: intent.intentId, amountMinor: 600, reason: 'test' };
    const early = await first.call('POST', '/v1/refunds', refund, 'too-early');
    await first.confirm(intent.clientSecret, CARD);
    const given = await first.call('POST', '/v1/refunds', refund, 'in-time');
    await first.end('SIGKILL');

    await using second = await startGatewayProcess(folder.path);
    expect(early.status).toBe(422);
    expect(await second.call('POST', '/v1/refunds', refund, 'too-early')).toEqual(early);
    expect(await second.call('POST', '/v1/refunds', refund, 'in-time')).toEqual(given);
    const other = await second.call('POST', '/v1/refunds', { ...refund, amountMinor: 1 }, 'in-time');
    expect(other.status).toBe(409);
    const sameInOtherOrder = { reason: 'test', amountMinor: 600, intentId: intent.intentId };
    expect(await second.call('POST', '/v1/refunds', sameInOtherOrder, 'in-time')).toEqual(given);
  });

  test('a call without an idempotency key, or without the API key, is refused [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    await using gateway = await startGatewayProcess(folder.path);
    const withoutKey = await gateway.call('POST', '/v1/refunds', { intentId: 'pi', amountMinor: 1, reason: '' });
    expect([withoutKey.status, withoutKey.body.error.code]).toEqual([400, 'idempotency_key_missing']);
    for (const path of ['/v1/ledger', '/v1/intents/pi_1', '/v1/nothing']) {
      expect((await fetch(`${gateway.baseUrl}${path}`)).status).toBe(path === '/v1/nothing' ? 404 : 401);
    }
  });

  test('on SIGTERM it answers open requests before it ends [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const gateway = await startGatewayProcess(folder.path);
    const { clientSecret } = await aPaymentIntent(gateway);
    await gateway.call('POST', '/v1/faults', { delayMillis: 400 });
    const confirming = gateway.confirm(clientSecret, CARD);
    await chargeIsWritten(folder.path);
    expect(await gateway.end('SIGTERM')).toBe(0);
    expect((await confirming).body).toEqual({ status: 'succeeded' });
  });
});

/** The charge is in the file while its answer is still delayed. */
async function chargeIsWritten(dir: string): Promise<void> {
  await expect.poll(() => readFile(join(dir, 'ledger.jsonl'), 'utf8'), { interval: 5 }).toContain('"charge"');
}

async function chargedIntents(gateway: GatewayProcess): Promise<string[]> {
  const items = await readWholeLedger(gateway);
  return items.flatMap((item) => (item.type === 'charge' ? [item.charge.intentId] : []));
}

async function statusOf(gateway: GatewayProcess, intentId: string): Promise<string> {
  return (await gateway.call('GET', `/v1/intents/${intentId}`)).body.status;
}
