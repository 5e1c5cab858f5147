import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Sender, StubDns } from './evaluate-spf.ts';

/** Debian's own, which has pyspf. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('./judge-spf.py', import.meta.url));

export type SpfCase = { record: string; domain: string; senders: readonly Sender[] };

/** For each case whether pyspf lets each sender pass: one process for all of them. */
export function judgeSpf(dns: StubDns, cases: readonly SpfCase[]): boolean[][] {
  const input = JSON.stringify({ dns, cases });
  const judged = spawnSync(PYTHON, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
  if (judged.status !== 0) throw new Error(`pyspf ended with ${judged.status}: ${judged.stderr}`);
  return JSON.parse(judged.stdout) as boolean[][];
}
