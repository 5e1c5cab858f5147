import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freePort } from '@postern/testkit/free-port';
import { expect, test } from 'vitest';
import { decodeMessage, encodeMessage } from '../wire/dns-message.ts';
import { askOverUdp } from './udp-channel.ts';

const query = (name: string) => ({ name, type: 'A', isRecursive: true, timeoutMs: 5000 }) as const;

test('queries at the same time share a port, each gets its own answer, and after many of them another port is used [VER-01]', async () => {
  const ports = new Set<number>();
  const server = createSocket('udp4');
  const waiting: (() => void)[] = [];
  const QUESTIONS = 210;
  server.on('message', (bytes, { port, address }) => {
    ports.add(port);
    const query = decodeMessage(bytes);
    const [question] = query?.questions ?? [];
    if (!query || !question) return;
    const answers = [{ type: 'A', name: question.name, ttl: 60, data: `10.0.0.${question.name.length}` } as const];
    const reply = (id: number) =>
      server.send(encodeMessage({ type: 'response', id, questions: [question], answers }), port, address);
    // A foreign answer comes first and is ignored; ours come in the opposite order.
    const isAfterAnother = waiting.length % 10 === 0;
    waiting.push(() => {
      if (isAfterAnother) reply((query.id ?? 0) ^ 1);
      reply(query.id ?? 0);
    });
    if (waiting.length === QUESTIONS) for (const each of waiting.toReversed()) each();
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const to = { address: '127.0.0.1', port: server.address().port };
    const names = Array.from({ length: QUESTIONS }, (_, at) => `${'a'.repeat(1 + (at % 60))}.n${at}.test`);
    const exchanges = await Promise.all(names.map((name) => askOverUdp(to, query(name))));
    const values = exchanges.map((each) => (each.kind === 'answer' ? each.message.answers?.[0] : each.kind));
    expect(values).toMatchObject(names.map((name) => ({ name, data: `10.0.0.${name.length}` })));
    expect(ports.size).toBe(2);
  } finally {
    server.close();
  }
});

test('where nobody listens every open query fails, and the next one is sent again [VER-06]', async () => {
  const to = { address: '127.0.0.1', port: await freePort() };
  const all = await Promise.all(['a.test', 'b.test'].map((name) => askOverUdp(to, query(name))));
  expect([...all, await askOverUdp(to, query('c.test'))].map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'unreachable'),
  );
});

test('an address without a route is unreachable, like one where nobody listens [VER-06]', async () => {
  // Linux refuses to connect to it, just as it refuses IPv6 addresses on a machine without IPv6.
  const to = { address: '255.255.255.255', port: 53 };
  const all = await Promise.all(['a.test', 'b.test'].map((name) => askOverUdp(to, query(name))));
  expect(all.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable']);
});
