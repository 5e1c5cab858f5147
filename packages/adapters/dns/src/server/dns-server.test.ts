import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { splitText } from '@postern/domain/dns';
import type { DecodedPacket, Packet } from 'dns-packet';
import { afterEach, expect, test } from 'vitest';
import { dig } from '../testing/dig.ts';
import { encodeQuery } from '../wire/dns-message.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

const host = '127.0.0.1';
let server: DnsServer | null = null;
afterEach(() => server?.close());

/** A server that answers every query with this many texts of this length. */
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
/** A query as TCP carries it. */
const QUESTION = Buffer.concat([Buffer.from([0, query.length]), query]);

test('an answer too long for any message becomes SERVFAIL, over UDP and TCP, and the server keeps answering [DNS-02]', async () => {
  const place = await startWith(40, 2000);
  for (const way of ['+tcp', '+notcp', '+tcp'])
    expect(await dig(place, way, 'big.test', 'TXT')).toMatchObject({ status: 'SERVFAIL', answers: [] });
});

test('more records than our own resolver accepts are truncated over UDP and whole over TCP [DNS-02]', async () => {
  const place = await startWith(600, 50);
  expect((await dig(place, '+notcp', '+ignore', 'many.test', 'TXT')).flags).toContain('tc');
  expect((await dig(place, 'many.test', 'TXT')).answers).toHaveLength(600);
});

test("a TCP client that doesn't read gets its answers only as it reads [DNS-02]", async () => {
  const QUESTIONS = 500;
  let answered = 0;
  const { port } = await startWith(24, 2500, () => (answered += 1));
  const socket = connect(port, host);
  socket.write(Buffer.concat(Array.from({ length: QUESTIONS }, () => QUESTION)));
  let bytes = 0;
  await once(socket, 'readable');
  // The kernel's buffers hold a few of the thirty megabytes.
  expect(answered).toBeLessThan(QUESTIONS - 100);
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (answered === QUESTIONS) socket.end();
  });
  await once(socket, 'close');
  expect([answered, bytes > QUESTIONS * 60_000]).toEqual([QUESTIONS, true]);
});

const MOST_CONNECTIONS = 100;

/** Opens connections from an address of this machine, one after the other. */
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

/** Whether a query over this connection is answered, instead of closing the connection. */
async function isAnswered(socket: Socket): Promise<boolean> {
  if (socket.closed) return false;
  const answered = once(socket, 'data').then(() => true);
  socket.write(QUESTION);
  return Promise.race([answered, once(socket, 'close').then(() => false)]);
}

test('idle TCP clients up to the limit keep nobody out: clients that ask are answered, also when they ask again [DNS-02]', async () => {
  const { port } = await startWith(1, 10);
  const [busy] = await connectFrom(host, port, 1);
  if (busy === undefined) throw new Error('no connection');
  expect(await isAnswered(busy)).toBe(true);
  const idle = await connectFrom(host, port, MOST_CONNECTIONS);
  await expect.poll(() => idle[0]?.closed).toBe(true);
  const [late] = await connectFrom(host, port, 1);
  expect(await Promise.all([busy, late].map((socket) => isAnswered(socket as Socket)))).toEqual([true, true]);
  expect(idle.filter(({ closed }) => closed).length).toBeLessThanOrEqual(2);
  for (const socket of [busy, late, ...idle]) socket?.destroy();
});

test('a client that opens all connections from one address takes none from another [DNS-02]', async () => {
  const { port } = await startWith(1, 10);
  const quiet = await connectFrom('127.0.0.2', port, 3);
  const many = await connectFrom(host, port, 2 * MOST_CONNECTIONS);
  expect(await Promise.all(quiet.map(isAnswered))).toEqual([true, true, true]);
  for (const socket of [...quiet, ...many]) socket.destroy();
});

test('a client that sends a query byte by byte is disconnected, however many bytes it sends [DNS-02]', async () => {
  const { port } = await startWith(1, 10, undefined, 200);
  const [slow] = await connectFrom(host, port, 1);
  if (slow === undefined) throw new Error('no connection');
  // A byte that is on its way when the server disconnects is answered by a reset, which is an error before the close.
  slow.on('error', () => {});
  const closed = new Promise((resolve) => slow.once('close', resolve));
  slow.write(Buffer.from([0xff, 0xff]));
  const drops = setInterval(() => slow.write('x'), 10);
  await closed;
  clearInterval(drops);
});
