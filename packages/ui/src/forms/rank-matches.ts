/** What a list is searched by: its label, and other words that people type for it. */
type Searched = { label: string; also?: readonly string[] | undefined };

/**
 * The items that a typed text finds, best first: those that begin with it, then those with a word that does, then the rest. Case and accents
 * don't matter. Within each group the items keep their order.
 */
export function rankMatches<Item extends Searched>(items: readonly Item[], typed: string): Item[] {
  const wanted = folded(typed.trim());
  if (wanted === '') return [...items];
  const ranked = items.map((item) => ({ item, rank: rankOf(item, wanted) }));
  return ranked
    .filter(({ rank }) => rank < NONE)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

const NONE = 4;

function rankOf({ label, also = [] }: Searched, wanted: string): number {
  const name = folded(label);
  if (name === wanted || also.some((word) => folded(word) === wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.split(/[\s(-]/).some((word) => word.startsWith(wanted))) return 2;
  if (name.includes(wanted) || also.some((word) => folded(word).startsWith(wanted))) return 3;
  return NONE;
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
