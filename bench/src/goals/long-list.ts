import { timeList, type ListTimings } from '../../../e2e/measures/long-list.ts';
import { type Comparison, within } from '../report/comparison.ts';
import { ownerOf, PASSWORD } from '../servers/fill-postern.ts';
import { searchTerms, type Size } from '../servers/people.ts';
import type { BenchContext } from './context.ts';

const ANSWER_LIMIT_MILLIS = 100;
const SMALL: Size = 10_000;
const LARGE: Size = 100_000;

/** Goal 10: in a real browser, a list of 100,000 with check boxes reacts at once, and as fast as a list of 10,000. */
export async function measureLongList({ postern, pace }: BenchContext): Promise<Comparison[]> {
  // A mailbox that is in both lists.
  const [letters = ''] = searchTerms();
  const time = (size: Size): Promise<ListTimings> =>
    timeList(
      postern.baseUrl.replace('127.0.0.1', 'localhost'),
      { email: ownerOf(size), password: PASSWORD },
      { letters, finds: letters },
    );
  const timings: Record<'small' | 'large', ListTimings[]> = { small: [], large: [] };
  await time(SMALL);
  for (let round = 0; round < pace.rounds; round += 1) {
    timings.small.push(await time(SMALL));
    timings.large.push(await time(LARGE));
  }
  const of = (size: 'small' | 'large', what: keyof ListTimings) => timings[size].map((one) => one[what]);
  const beside = (what: string, figure: keyof ListTimings): Comparison => ({
    goal: 10,
    what: `100,000 mailboxes: ${what}`,
    unit: 'ms',
    ours: of('large', figure),
    other: { name: 'the same in 10,000', sample: of('small', figure) },
    bound: { atMost: 1.5 },
  });
  const answer = beside('slowest answer to a tick or a key', 'slowestAnswer');
  return [
    within(10, answer.what, 'ms', answer.ours, ANSWER_LIMIT_MILLIS),
    answer,
    beside('longest task while a thousand rows pass', 'longestTask'),
    beside('time of 95 % of the frames meanwhile', 'frame95'),
    beside('from the last letter of a search to its row', 'search'),
  ];
}
