import { feelList, type ListFeel } from '../../../e2e/measures/long-list.ts';
import { type Comparison, within } from '../report/comparison.ts';
import { ownerOf, PASSWORD } from '../servers/fill-postern.ts';
import { searchTerms, type Size } from '../servers/people.ts';
import type { Ground } from './ground.ts';

const ANSWER_LIMIT_MILLIS = 100;
const SMALL: Size = 10_000;
const LARGE: Size = 100_000;

/** Goal 10: in a real browser, with its check boxes, a list of 100,000 answers at once and feels like one of a tenth of it. */
export async function measureLongList({ postern, pace }: Ground): Promise<Comparison[]> {
  // Somebody who is in both.
  const [letters = ''] = searchTerms();
  const feel = (size: Size): Promise<ListFeel> =>
    feelList(
      postern.baseUrl.replace('127.0.0.1', 'localhost'),
      { email: ownerOf(size), password: PASSWORD },
      { letters, finds: letters },
    );
  const feels: Record<'small' | 'large', ListFeel[]> = { small: [], large: [] };
  await feel(SMALL);
  for (let round = 0; round < pace.rounds; round += 1) {
    feels.small.push(await feel(SMALL));
    feels.large.push(await feel(LARGE));
  }
  const of = (size: 'small' | 'large', what: keyof ListFeel) => feels[size].map((one) => one[what]);
  const beside = (what: string, figure: keyof ListFeel): Comparison => ({
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
