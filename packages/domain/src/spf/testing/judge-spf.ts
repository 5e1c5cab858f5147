import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Sender, StubDns } from './evaluate-spf.ts';

/** Debian's own Python, which has pyspf. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('./judge-spf.py', import.meta.url));

export type SpfCase = { record: string; domain: string; senders: readonly Sender[] };

/** The verdict of pyspf, and its lookups, including those that found nothing. */
export type SpfJudgement = { result: string; lookups: number; voids: number };

/** For each case, what pyspf says of each sender; one process for all of them. More than `voids` lookups that find nothing are an error. */
export function judgeSpf(dns: StubDns, cases: readonly SpfCase[], voids: number): SpfJudgement[][] {
  const input = JSON.stringify({ dns, cases, voids });
  const judged = spawnSync(PYTHON, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
  if (judged.status !== 0) throw new Error(`pyspf ended with ${judged.status}: ${judged.stderr}`);
  return JSON.parse(judged.stdout) as SpfJudgement[][];
}
