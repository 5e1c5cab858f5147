import { showNames } from '../addresses/index.ts';

const SUBSTRING_FROM_CHARACTERS = 3;

/**
 * Whether a mailbox matches a search. Three or more letters match anywhere in the address and the name; one or two at the beginning of the
 * address or of a word of the name. Case doesn't matter, and the domain may be in either form. An empty search matches everything. Spec 2
 * §2.
 */
export function matchesSearch(query: string, mailbox: { email: string; displayName?: string | null }): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return true;
  const email = mailbox.email.toLowerCase();
  const name = (mailbox.displayName ?? '').toLowerCase();
  if ([...wanted].length >= SUBSTRING_FROM_CHARACTERS)
    return [email, showNames(email), name].some((text) => text.includes(wanted));
  return email.startsWith(wanted) || name.split(/\s+/u).some((word) => word.startsWith(wanted));
}
