import { normaliseEmailAddress, showNames } from '../addresses/index.ts';
import { foldForSearch } from './fold-for-search.ts';

/** What a search looks for: its words without accents, each once, a domain in them in its stored form. Empty for an empty search. */
export const searchWords = (query: string): string[] => [
  ...new Set(query.split(/\s+/u).flatMap((word) => (word === '' ? [] : [foldForSearch(normaliseEmailAddress(word))]))),
];

/**
 * Whether a mailbox matches a search: each word is in the address or the name, anywhere and in any order. Case and accents don't matter, and
 * the domain may be in either form. An empty search matches everything. Spec 2 §2.
 */
export function matchesSearch(query: string, mailbox: { email: string; displayName?: string | null }): boolean {
  const texts = [mailbox.email, showNames(mailbox.email), mailbox.displayName ?? ''].map(foldForSearch);
  return searchWords(query).every((word) => texts.some((text) => text.includes(word)));
}
