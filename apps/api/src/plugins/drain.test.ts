import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { announceEnd, leaveNoConnection, stopListening } from './drain.ts';

const CLIENTS = 20;

/** Opens connections, counts those that have sent a request, and reports the answer to each. */
const CROWD = `
const { parentPort, workerData: { port, clients, sent } } = require('node:worker_threads');
const http = require('node:http');
let waiting = clients;
const answers = [];
const note = (answer) => {
  answers.push(answer);
  if (--waiting === 0) parentPort.postMessage(answers);
};
for (let number = 0; number < clients; number += 1) {
  const request = http.get({ port, host: '127.0.0.1', agent: false }, (response) => note(response.resume().statusCode));
  request.on('error', (error) => note(error.code));
  request.on('socket', (socket) => socket.on('connect', () => {
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  }));
}
`;

test('a process that is ending also answers connections that the kernel has accepted and it has not', async () => {
  const app = Fastify({ return503OnClosing: false });
  announceEnd(app, () => true);
  leaveNoConnection(app);
  app.get('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const crowd = new Worker(CROWD, { eval: true, workerData: { port, clients: CLIENTS, sent } });
  const answers = new Promise<unknown[]>((resolve, reject) => crowd.once('message', resolve).once('error', reject));
  await new Promise((resolve) => crowd.once('online', resolve));
  // Blocks the process while they connect, as load would.
  while (Atomics.load(sent, 0) < CLIENTS) Atomics.wait(sent, 0, Atomics.load(sent, 0), 1_000);
  await stopListening(app);
  await app.close();
  expect(await answers).toEqual(Array.from({ length: CLIENTS }, () => 200));
  await crowd.terminate();
});
