import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { LedgerBooks } from '../ledger/ledger-books.ts';
import { LedgerKey } from '../ledger/ledger-key.ts';
import { Ledger } from '../ledger/ledger.ts';
import { aCard } from '../testing/gateway-process.ts';
import { Faults } from './faults.ts';
import { buildGatewayServer } from './gateway-server.ts';

/** A disk whose fsync waits until the test lets it go. */
class HeldDisk {
  #gate = Promise.withResolvers<void>();
  hold(): void {
    this.#gate = Promise.withResolvers<void>();
  }
  letGo(): void {
    this.#gate.resolve();
  }
  append(): void {}
  durable(): Promise<void> {
    return this.#gate.promise;
  }
}

function aServer(disk: HeldDisk): FastifyInstance {
  return buildGatewayServer({
    ledger: new Ledger(new LedgerBooks(), disk, Date.now),
    key: new LedgerKey(randomBytes(32)),
    faults: new Faults(),
    apiKey: 'key',
    allowedOrigins: [],
    publicUrl: () => '',
    instanceId: 'instance',
    log: () => {},
  });
}

describe('no answer is sent before its effect is on the disk', () => {
  const authorization = 'Bearer key';
  const post = (app: FastifyInstance, url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { authorization, 'idempotency-key': randomUUID() } });
  const paymentWish = {
    amountMinor: 100,
    currency: 'USD',
    description: '',
    metadata: {},
    saveCard: false,
    customerReference: 'c',
  };

  test.for(['create', 'confirm', 'decline', 'challenge', 'approve', 'cancel', 'read', 'refund', 'ledger'] as const)(
    '%s [PAY-03]',
    async (call) => {
      const disk = new HeldDisk();
      disk.letGo();
      const app = aServer(disk);
      const created = (await post(app, '/v1/payment_intents', paymentWish)).json();
      const { intentId, clientSecret } = created;
      const confirm = (number: string) => post(app, '/confirm', { clientSecret, card: aCard(number) });
      if (call === 'refund') await confirm('4242424242424242');
      const challengeUrl = call === 'approve' ? (await confirm('4000002500003155')).json().challengeUrl : '';
      const calls = {
        create: () => post(app, '/v1/payment_intents', paymentWish),
        confirm: () => confirm('4242424242424242'),
        decline: () => confirm('4000000000000002'),
        challenge: () => confirm('4000002500003155'),
        approve: () => post(app, challengeUrl, { decision: 'approve' }),
        cancel: () => post(app, `/v1/intents/${intentId}/cancel`, {}),
        read: () => app.inject({ url: `/v1/intents/${intentId}`, headers: { authorization } }),
        refund: () => post(app, '/v1/refunds', { intentId, amountMinor: 1, reason: '' }),
        ledger: () => app.inject({ url: '/v1/ledger', headers: { authorization } }),
      };
      const seen: string[] = [];
      disk.hold();
      const answer = calls[call]().then((response) => {
        seen.push('answer');
        return response.statusCode;
      });
      // Five calls of another kind, which don't need the disk, are answered meanwhile.
      for (let turn = 0; turn < 5; turn += 1) await post(app, '/v1/faults', { delayMillis: 0 });
      seen.push('disk');
      disk.letGo();
      expect(await answer).toBe(200);
      expect(seen).toEqual(['disk', 'answer']);
    },
  );
});
