import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freePort } from '@postern/testkit/free-port';
import { expect, test } from 'vitest';
import { decodeMessage, encodeMessage } from '../wire/dns-message.ts';
import { askOverUdp } from './udp-channel.ts';

const asking = (name: string) => ({ name, type: 'A', isRecursive: true, timeoutMs: 5000 }) as const;

test('questions of one moment share a port, each gets its own answer, and after many another port asks [VER-01]', async () => {
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
    // Somebody else's answer comes first, and is passed over; the answers come in the opposite order.
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
    const exchanges = await Promise.all(names.map((name) => askOverUdp(to, asking(name))));
    const values = exchanges.map((each) => (each.kind === 'answer' ? each.message.answers?.[0] : each.kind));
    expect(values).toMatchObject(names.map((name) => ({ name, data: `10.0.0.${name.length}` })));
    expect(ports.size).toBe(2);
  } finally {
    server.close();
  }
});

test('where nobody listens every open question hears of it, and the next one is asked anew [VER-06]', async () => {
  const to = { address: '127.0.0.1', port: await freePort() };
  const all = await Promise.all(['a.test', 'b.test'].map((name) => askOverUdp(to, asking(name))));
  expect([...all, await askOverUdp(to, asking('c.test'))].map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'unreachable'),
  );
});

test('an address to which no way leads is out of reach like one where nobody listens [VER-06]', async () => {
  // Linux refuses to connect to it, as it does to IPv6 addresses on a machine without IPv6.
  const to = { address: '255.255.255.255', port: 53 };
  const all = await Promise.all(['a.test', 'b.test'].map((name) => askOverUdp(to, asking(name))));
  expect(all.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable']);
});
