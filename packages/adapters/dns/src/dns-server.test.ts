import { once } from 'node:events';
import { connect } from 'node:net';
import { splitText } from '@postern/domain/dns';
import type { DecodedPacket, Packet } from 'dns-packet';
import { afterEach, expect, test } from 'vitest';
import { encodeQuery } from './dns-message.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { dig } from './testing/dig.ts';

const host = '127.0.0.1';
let server: DnsServer | null = null;
afterEach(() => server?.close());

/** A server that answers every question with so many texts of such a length. */
async function startWith(texts: number, characters: number, onAnswer: () => void = () => undefined) {
  const answer = ({ id, questions = [] }: DecodedPacket): Packet => {
    onAnswer();
    const name = questions[0]?.name ?? '.';
    const strings = splitText('x'.repeat(characters));
    const answers = Array.from({ length: texts }, () => ({ type: 'TXT', name, ttl: 60, data: strings }) as const);
    return { type: 'response', id: id ?? 0, questions, answers };
  };
  server = await startDnsServer({ host, port: 0, answer });
  return { host, port: server.port };
}

test('more than a message holds is a failure of the server, over UDP and TCP, and it answers on [DNS-02]', async () => {
  const place = await startWith(40, 2000);
  for (const way of ['+tcp', '+notcp', '+tcp'])
    expect(await dig(place, way, 'big.test', 'TXT')).toMatchObject({ status: 'SERVFAIL', answers: [] });
});

test('more records than we take ourselves are cut over UDP and whole over TCP [DNS-02]', async () => {
  const place = await startWith(600, 50);
  expect((await dig(place, '+notcp', '+ignore', 'many.test', 'TXT')).flags).toContain('tc');
  expect((await dig(place, 'many.test', 'TXT')).answers).toHaveLength(600);
});

test('who asks over TCP and does not read is answered as it reads [DNS-02]', async () => {
  const QUESTIONS = 500;
  let answered = 0;
  const { port } = await startWith(24, 2500, () => (answered += 1));
  const socket = connect(port, host);
  const query = encodeQuery(7, { name: 'big.test', type: 'TXT', isRecursive: false }) ?? Buffer.alloc(0);
  const length = Buffer.from([0, query.length]);
  socket.write(Buffer.concat(Array.from({ length: QUESTIONS }, () => [length, query]).flat()));
  let bytes = 0;
  await once(socket, 'readable');
  // What the two kernels hold of it is some megabytes, of thirty.
  expect(answered).toBeLessThan(QUESTIONS - 100);
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (answered === QUESTIONS) socket.end();
  });
  await once(socket, 'close');
  expect([answered, bytes > QUESTIONS * 60_000]).toEqual([QUESTIONS, true]);
});
