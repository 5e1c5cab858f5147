import { setTimeout as pause } from 'node:timers/promises';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import { expect } from 'vitest';
import type { Server } from '../start-server.ts';

const WRITERS = 4;
const LOG_DELAY_MILLIS = 300;
/** So that a long fault doesn't fill the domain. */
const BETWEEN_CALLS_MILLIS = 20;
/** 503: nobody can say, or not now. 507: the disk is full. */
const HONEST = new Set([503, 507]);

export type Writer = {
  /** How many calls were answered so far. */
  answered: () => number;
  /** Answers other than success so far, by status. */
  refused: () => Map<number, number>;
  /** How long the slowest answer took since the last question, in milliseconds. */
  takeSlowestMillis: () => number;
  /** Resolves when each server has taken a write that began later than this moment (`performance.now()`). */
  servesAfter: (moment: number) => Promise<number>;
  /** Resolves when each writer has made one: none waits for what the fault left behind. */
  goesOnAfter: (moment: number) => Promise<number>;
  /** Rejects as soon as a call is answered in a way that it must not be. */
  broken: Promise<never>;
  stop: () => Promise<void>;
  /** Checks, once it is stopped, that everything acknowledged is there, once. */
  checkAt: (server: Server) => Promise<void>;
};

export type Person = { token: string; domain: string; email: string };

let count = 0;

/**
 * Writes to both servers in turn until it is stopped. Each call must succeed, or be answered 503 or 507 with Retry-After; then the writer
 * repeats it with the same idempotency key.
 */
export function keepWriting(servers: readonly Server[], { token, domain, email }: Person): Writer {
  count += 1;
  const run = count;
  const acknowledged: string[] = [];
  const refusals = new Map<number, number>();
  const lastBegin = new Map<Server | number, number>();
  let answered = 0;
  let slowest = 0;
  let isOver = false;
  const write = async (writer: number) => {
    let number = 0;
    for (let turn = 0; !isOver; turn += 1) {
      await pause(BETWEEN_CALLS_MILLIS);
      const server = servers[(turn + writer) % servers.length];
      if (server === undefined) return;
      const address = `r${run}-w${writer}-${number}@${domain}`;
      const began = performance.now();
      const headers = { 'idempotency-key': address };
      const answer = await server.call(createForwarder, { email: address, recipients: [email] }, { token, headers });
      slowest = Math.max(slowest, performance.now() - began);
      answered += 1;
      if (answer.ok) {
        acknowledged.push(address);
        lastBegin.set(server, Math.max(began, lastBegin.get(server) ?? 0));
        lastBegin.set(writer, began);
        number += 1;
        continue;
      }
      refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
      if (!HONEST.has(answer.status))
        throw new Error(`A call was answered ${answer.text}\n${server.output().slice(-3000)}`);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).catch(
    async (cause: unknown) => {
      // The log line that explains it is written later than the answer.
      await pause(LOG_DELAY_MILLIS);
      const lines = servers.flatMap((server) => server.output().split('\n'));
      const explained = lines.filter((line) => line.includes('unhandled error')).slice(-2);
      throw new Error(`${String(cause).slice(0, 300)}\n${explained.join('\n')}`, { cause });
    },
  );
  const broken = writers.then(() => new Promise<never>(() => {}));
  broken.catch(() => {});
  const each = async (all: readonly (Server | number)[], moment: number) => {
    while (all.some((one) => (lastBegin.get(one) ?? 0) < moment)) await Promise.race([broken, pause(5)]);
    return performance.now();
  };
  return {
    answered: () => answered,
    refused: () => refusals,
    takeSlowestMillis: () => {
      const millis = slowest;
      slowest = 0;
      return millis;
    },
    servesAfter: (moment) => each(servers, moment),
    goesOnAfter: (moment) =>
      each(
        Array.from({ length: WRITERS }, (_, writer) => writer),
        moment,
      ),
    broken,
    stop: async () => {
      isOver = true;
      await writers;
    },
    checkAt: async (server) => {
      const { forwarders } = await server.must(listForwarders, {}, { token });
      const there = new Set(forwarders.map((forwarder) => forwarder.email));
      expect(acknowledged.filter((address) => !there.has(address))).toEqual([]);
      // At most the last write of each writer, which it had not yet repeated, took effect without an acknowledgement.
      expect(there.size).toBeLessThanOrEqual(acknowledged.length + WRITERS);
    },
  };
}
