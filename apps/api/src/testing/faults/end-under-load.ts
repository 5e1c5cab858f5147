import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { expect, inject } from 'vitest';
import { type Server, startServer } from '../start-server.ts';

const CLIENTS = 30;
const LONGEST_PAUSE_MILLIS = 40;
const BEFORE_SIGNAL_MILLIS = 300;

type Asked = { status: number; wasReused: boolean } | { failure: string; wasReused: boolean };

/** Asks once on a connection of this agent. A connection that can't be opened is no loss: a client knows that nobody took its request. */
async function ask(url: string, agent: http.Agent): Promise<Asked> {
  const request = http.get(url, { agent });
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode ?? 0, wasReused: request.reusedSocket };
  } catch (error) {
    return { failure: (error as NodeJS.ErrnoException).code ?? String(error), wasReused: request.reusedSocket };
  }
}

/**
 * Ends a server with SIGTERM while clients reuse their connections for one request after the other. No request on a reused connection is
 * lost, and the server ends without being killed. Returns the number of requests.
 */
async function endUnderLoad(server: Server): Promise<number> {
  const paths = ['/healthz', '/readyz', '/'];
  let asked = 0;
  const lost: string[] = [];
  const client = async (number: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (let turn = 0; ; turn += 1) {
        const answer = await ask(`${server.baseUrl}${paths[(turn + number) % paths.length]}`, agent);
        asked += 1;
        if ('failure' in answer) {
          if (answer.wasReused) lost.push(answer.failure);
          return;
        }
        await pause((turn * 7 + number * 3) % LONGEST_PAUSE_MILLIS);
      }
    } finally {
      agent.destroy();
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  await pause(BEFORE_SIGNAL_MILLIS);
  process.kill(server.pid, 'SIGTERM');
  const [{ code }] = await Promise.all([server.exited, clients]);
  expect(lost).toEqual([]);
  expect(code).toBe(0);
  return asked;
}

/** So many times, each with a new server on the same database. Returns the number of requests. */
export async function endRounds(rounds: number): Promise<number> {
  const databaseUrl = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-end-'));
  try {
    let asked = 0;
    for (let round = 0; round < rounds; round += 1)
      asked += await endUnderLoad(await startServer({ dataDir, databaseUrl, env: { POSTERN_DRAIN_SECONDS: '1' } }));
    return asked;
  } finally {
    await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
