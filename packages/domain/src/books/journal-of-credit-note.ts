import type { PlainDate } from '../dates/index.ts';
import type { Posting } from './posting.ts';

/** What a credit note gives back: its sums, which are negative. */
type Given = { netMinor: number; taxMinor: number; totalMinor: number };

/** The journal of a credit note: the month of its day earns less, and the money leaves the gateway or becomes the customer's credit. */
export function journalOfCreditNote(
  { netMinor, taxMinor, totalMinor }: Given,
  { to, on }: { to: 'cash' | 'credit'; on: PlainDate },
): Posting[] {
  const postings: Posting[] = [
    { account: to, month: null, amountMinor: totalMinor },
    { account: 'revenue', month: `${on.slice(0, 7)}-01`, amountMinor: -netMinor },
    { account: 'tax', month: null, amountMinor: -taxMinor },
  ];
  return postings.filter(({ amountMinor }) => amountMinor !== 0);
}
