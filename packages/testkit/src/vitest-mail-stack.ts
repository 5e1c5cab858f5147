import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { throwAwayFolder } from '../../../scripts/parts/throw-away-folder.mjs';
import { freePort } from './free-port.ts';
import type { MailStack } from './mail-stack.ts';
import { type SpawnedProcess, spawnProcess } from './spawn-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** For `mailStack(inject('mailStackUrl'))` of mail-stack.ts. */
    mailStackUrl: string;
  }
}

const SCRIPT = fileURLToPath(new URL('../../../scripts/stack.mjs', import.meta.url));
const START_LIMIT_MS = 140_000;
const PORTS_NEEDED = 18;

/** A range of free ports below the kernel's ephemeral range, as servers with a configured port can't try another. */
export async function choosePortBase(): Promise<number> {
  return 20_000 + ((await freePort()) % 650) * PORTS_NEEDED;
}

type Running = { stack: MailStack; server: SpawnedProcess };

async function start(): Promise<Running> {
  if (process.getuid?.() !== 0) throw new Error('The real mail servers change users: their tests must be run by root.');
  const dir = await mkdtemp(`${throwAwayFolder('/tmp')}/postern-stack-`);
  const args = [SCRIPT, '--dir', dir, '--port-base', String(await choosePortBase())];
  // The stack only cleans up on a signal, so don't let the kernel kill it.
  const server = await spawnProcess({
    command: process.execPath,
    args,
    // The panel refuses settings that it doesn't know, such as the long suite's own.
    env: { POSTERN_LONG: undefined },
    ready: { line: /^\{"baseUrl"/ },
    timeoutMs: START_LIMIT_MS,
  });
  const line =
    server
      .output()
      .split('\n')
      .find((one) => one.startsWith('{"baseUrl"')) ?? '';
  return { stack: JSON.parse(line) as MailStack, server };
}

/** All processes with the folder in their command line. */
function listProcessesOf(dir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return words.includes(dir) ? [`${pid} ${words}`] : [];
      } catch {
        return [];
      }
    });
}

/** One stack of real mail servers per run: started by the first test that asks for it, ended and deleted with the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<Running> | undefined;
  const door = createServer((_request, response) => {
    running ??= start();
    running.then(
      ({ stack }) => response.end(JSON.stringify(stack)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  project.provide('mailStackUrl', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    if (running === undefined) return;
    const { stack, server } = await running;
    await server.end('SIGTERM');
    const left = listProcessesOf(stack.dir);
    await rm(stack.dir, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`The stack left processes behind:\n${left.join('\n')}`);
  };
}
