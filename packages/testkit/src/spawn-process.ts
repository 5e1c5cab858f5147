import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dieWithParent } from './die-with-parent.ts';
import { pollUntil } from './poll-until.ts';

export type SpawnOptions = {
  command: string;
  args?: readonly string[];
  cwd?: string;
  /** Added to the test's environment; `undefined` removes a variable. */
  env?: Record<string, string | undefined>;
  /** When it is ready: a line of its output matches, or the URL answers with a 2xx. By default at once. */
  ready?: { line: RegExp } | { url: string };
  /** How long it may take to start; 15 s by default. */
  timeoutMs?: number;
  /** Receives a function that ends it: pass `onTestFinished`, and it is killed after the test. Otherwise the caller ends it. */
  endWith?: (end: () => Promise<void>) => void;
};

export type ExitState = { code: number | null; signal: NodeJS.Signals | null };

export type SpawnedProcess = {
  pid: number;
  /** Everything it has written to standard output and standard error, in order. */
  output: () => string;
  /** Resolves when it has ended and its output is complete; never rejects. */
  exited: Promise<ExitState>;
  /** Sends a signal and waits for its end. SIGKILL, the default, is a crash without any clean-up. */
  end: (signal?: NodeJS.Signals) => Promise<ExitState>;
};

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Starts a real process and waits until it is ready. The kernel kills it if the test process is killed.
 * @throws if it ends before it is ready, or isn't ready in time; the message contains its output, and it no longer runs.
 */
export async function spawnProcess(options: SpawnOptions): Promise<SpawnedProcess> {
  const [command = '', ...args] = dieWithParent([options.command, ...(options.args ?? [])]);
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const exited = new Promise<ExitState>((resolve) => {
    child.once('error', (error) => {
      text += String(error);
      resolve({ code: null, signal: null });
    });
    child.once('close', (code, signal) => resolve({ code, signal }));
  });

  const end = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!hasEnded(child)) child.kill(signal);
    return await exited;
  };
  if (child.pid === undefined) {
    await exited;
    throw new Error(`${options.command} could not be started: ${text}`);
  }
  options.endWith?.(async () => void (await end()));
  try {
    await waitUntilReady(options, child, () => text);
  } catch (error) {
    await end();
    throw error;
  }
  return { pid: child.pid, output: () => text, exited, end };
}

async function waitUntilReady(
  { command, ready, timeoutMs = 15_000 }: SpawnOptions,
  child: ChildProcess,
  output: () => string,
) {
  if (!ready) return;
  const isReady = async () => {
    if (
      'line' in ready
        ? output()
            .split('\n')
            .some((line) => ready.line.test(line))
        : await answers(ready.url)
    )
      return true;
    if (!hasEnded(child)) return false;
    if (child.stdout?.readableEnded === false) await once(child, 'close');
    throw new Error(
      `${command} ended before it was ready (exit code ${child.exitCode ?? child.signalCode})\n${output()}`,
    );
  };
  await pollUntil(isReady, {
    timeoutMs,
    onTimeout: () => `${command} was not ready after ${timeoutMs} ms\n${output()}`,
  });
}
