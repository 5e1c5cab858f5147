import { readFileSync } from 'node:fs';
import { type Comparison, within } from '../report/comparison.ts';
import { type BenchContext, LIST } from './context.ts';

const ANSWER_LIMIT_KB = 25;
const START_LIMIT_MILLIS = 300;

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Goals 11 and 12, as far as they need no load; measured first, before anything warms the servers up. */
export async function measureWeight({ postern, bare }: BenchContext): Promise<Comparison[]> {
  const memory: Comparison = {
    goal: 11,
    what: 'Memory, idle',
    unit: 'MB',
    ours: [residentMb(postern.pid)],
    other: { name: 'bare', sample: [residentMb(bare.pid)] },
    bound: { atMost: 1.5 },
  };
  const answer = await fetch(`${postern.baseUrl}${LIST}`, { headers: postern.headersOf[10_000] });
  const kilobytes = (await answer.arrayBuffer()).byteLength / 1000;
  return [
    memory,
    within(11, 'Answer of 100 rows, not compressed', 'KB', [kilobytes], ANSWER_LIMIT_KB),
    within(
      12,
      'Start of the bundled server on PostgreSQL until it answers',
      'ms',
      postern.startMillis,
      START_LIMIT_MILLIS,
    ),
  ];
}
