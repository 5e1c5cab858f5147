import { interleave, median } from '../load/interleave.ts';
import { runSlowLoad } from '../load/run-slow-load.ts';
import type { Comparison } from '../report/comparison.ts';
import type { GrowthLine } from '../report/growth-chart.ts';
import { tenantOf } from '../servers/fill-postern.ts';
import { SIZES, type Size } from '../servers/people.ts';
import { DATABASE } from '../servers/postern.ts';
import { CROWD_CONNECTIONS, type BenchContext, LIST, loadOn, p50Millis, perSecond } from './context.ts';

/** The offset of a domain's last hundred mailboxes. */
async function lastPagePath({ postgres }: BenchContext, size: Size): Promise<string> {
  const [row] = await postgres.read<{ address: string }>(
    DATABASE,
    `select address from mailbox where customer_id = '${tenantOf(size)}' order by address desc offset 100 limit 1`,
  );
  return `${LIST}?cursor=${Buffer.from(row?.address ?? '').toString('base64url')}`;
}

/** Goal 3: the time of a page must not depend on how many mailboxes come before and after it. */
export async function measureGrowth(context: BenchContext): Promise<Comparison[]> {
  const load = (size: Size, path: string) =>
    perSecond(loadOn(context, { server: 'postern', size, requests: [{ path }], connections: CROWD_CONNECTIONS }));
  const rates = await interleave(context.pace.rounds, {
    small: load(100, LIST),
    first: load(100_000, LIST),
    last: load(100_000, await lastPagePath(context, 100_000)),
  });
  const unit = 'req/s';
  return [
    {
      goal: 3,
      what: 'First page of 100,000 mailboxes',
      unit,
      ours: rates.first,
      other: { name: 'first page of 100', sample: rates.small },
      bound: { atLeast: 0.95 },
    },
    {
      goal: 3,
      what: 'Last page of 100,000 mailboxes',
      unit,
      ours: rates.last,
      other: { name: 'its first page', sample: rates.first },
      bound: { atLeast: 0.95 },
    },
  ];
}

/** One user's pages by size of the domain, for the chart. */
export async function measureGrowthLines(context: BenchContext): Promise<GrowthLine[]> {
  const lines: GrowthLine[] = [
    { name: 'PostfixAdmin, last page', colour: '#b3541e', points: [] },
    { name: 'PostfixAdmin, first page', colour: '#d98a4a', points: [] },
    { name: 'Postern, last page', colour: '#1f5fae', points: [] },
    { name: 'Postern, first page', colour: '#5b9bd8', points: [] },
    { name: 'bare, first page', colour: '#8a929e', points: [] },
  ];
  const short = { ...context, pace: { ...context.pace, seconds: Math.min(2, context.pace.seconds) } };
  for (const size of SIZES) {
    const alone = (server: 'postern' | 'bare', path: string) =>
      p50Millis(loadOn(short, { server, size, requests: [{ path }], connections: 1 }));
    const page = (offset: number) => async () =>
      (
        await runSlowLoad(() => context.postfixAdmin.readPage({ size, pageSize: 100, offset }).then(() => {}), {
          connections: 1,
          seconds: short.pace.seconds,
        })
      ).p50Millis;
    const last = size === 100 ? LIST : await lastPagePath(context, size);
    const times = await interleave(1, {
      peerLast: page(size - 100),
      peerFirst: page(0),
      last: alone('postern', last),
      first: alone('postern', LIST),
      bare: alone('bare', LIST),
    });
    for (const [at, sample] of Object.values(times).entries()) lines[at]?.points.push({ size, millis: median(sample) });
  }
  return lines;
}
