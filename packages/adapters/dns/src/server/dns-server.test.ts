import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { splitText } from '@postern/domain/dns';
import type { DecodedPacket, Packet } from 'dns-packet';
import { afterEach, expect, test } from 'vitest';
import { encodeQuery } from '../wire/dns-message.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { dig } from '../testing/dig.ts';

const host = '127.0.0.1';
let server: DnsServer | null = null;
afterEach(() => server?.close());

/** A server that answers every question with so many texts of such a length. */
async function startWith(texts: number, characters: number, onAnswer: () => void = () => undefined, idleMs?: number) {
  const answer = ({ id, questions = [] }: DecodedPacket): Packet => {
    onAnswer();
    const name = questions[0]?.name ?? '.';
    const strings = splitText('x'.repeat(characters));
    const answers = Array.from({ length: texts }, () => ({ type: 'TXT', name, ttl: 60, data: strings }) as const);
    return { type: 'response', id: id ?? 0, questions, answers };
  };
  server = await startDnsServer({ host, port: 0, answer, ...(idleMs === undefined ? {} : { idleMs }) });
  return { host, port: server.port };
}

const query = encodeQuery(7, { name: 'big.test', type: 'TXT', isRecursive: false }) ?? Buffer.alloc(0);
/** As it is sent over TCP. */
const QUESTION = Buffer.concat([Buffer.from([0, query.length]), query]);

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
  socket.write(Buffer.concat(Array.from({ length: QUESTIONS }, () => QUESTION)));
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

const PLACES = 100;
/** Connections from an address of this machine, one after the other. */
async function connectFrom(localAddress: string, port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let number = 0; number < count; number += 1) {
    const socket = connect({ port, host, localAddress });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    sockets.push(socket.resume());
  }
  return sockets;
}

/** Whether a question over this connection is answered, and not hung up at. */
async function isAnswered(socket: Socket): Promise<boolean> {
  if (socket.closed) return false;
  const answered = once(socket, 'data').then(() => true);
  socket.write(QUESTION);
  return Promise.race([answered, once(socket, 'close').then(() => false)]);
}

test('as many idle TCP clients as there are places keep nobody out: who asks is answered, also who asks again [DNS-02]', async () => {
  const { port } = await startWith(1, 10);
  const [busy] = await connectFrom(host, port, 1);
  if (busy === undefined) throw new Error('no connection');
  expect(await isAnswered(busy)).toBe(true);
  const idle = await connectFrom(host, port, PLACES);
  await expect.poll(() => idle[0]?.closed).toBe(true);
  const [late] = await connectFrom(host, port, 1);
  expect(await Promise.all([busy, late].map((socket) => isAnswered(socket as Socket)))).toEqual([true, true]);
  expect(idle.filter(({ closed }) => closed).length).toBeLessThanOrEqual(2);
  for (const socket of [busy, late, ...idle]) socket?.destroy();
});

test('who takes all places from one address takes none from another [DNS-02]', async () => {
  const { port } = await startWith(1, 10);
  const quiet = await connectFrom('127.0.0.2', port, 3);
  const many = await connectFrom(host, port, 2 * PLACES);
  expect(await Promise.all(quiet.map(isAnswered))).toEqual([true, true, true]);
  for (const socket of [...quiet, ...many]) socket.destroy();
});

test('who sends a question a byte at a time is hung up at, however many bytes come [DNS-02]', async () => {
  const { port } = await startWith(1, 10, undefined, 200);
  const [slow] = await connectFrom(host, port, 1);
  if (slow === undefined) throw new Error('no connection');
  slow.write(Buffer.from([0xff, 0xff]));
  const drops = setInterval(() => slow.write('x'), 10);
  await once(slow, 'close');
  clearInterval(drops);
});
