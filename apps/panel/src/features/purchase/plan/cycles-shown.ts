import { type BillingCycle, CYCLE_MONTHS } from '@postern/domain/plans';

/** Those that most people choose. */
const USUAL: readonly BillingCycle[] = ['monthly', 'quarterly', 'yearly'];
/** A fold must hide more than this to be worth it. */
const HIDDEN_AT_LEAST = 3;

/** The cycles by length: the usual ones, and those behind "More". All are shown once it is open, or the chosen one would be hidden. */
export function cyclesShown<Offer extends { cycle: BillingCycle }>(
  offers: readonly Offer[],
  chosen: BillingCycle,
  isOpen: boolean,
): { shown: Offer[]; hidden: Offer[] } {
  const all = offers.toSorted((one, other) => CYCLE_MONTHS[one.cycle] - CYCLE_MONTHS[other.cycle]);
  const hidden = all.filter(({ cycle }) => !USUAL.includes(cycle));
  const isFolded = !isOpen && hidden.length >= HIDDEN_AT_LEAST && USUAL.includes(chosen);
  return isFolded ? { shown: all.filter((offer) => !hidden.includes(offer)), hidden } : { shown: all, hidden: [] };
}
