import { checkMailboxUserName } from '../addresses/index.ts';

/** How German writes its letters without them; all other accents are left out. */
const WRITTEN_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * The address that was probably meant by a refused address of a new mailbox: at this domain, and without what an address can't contain.
 * Null if that is no address either, or is what was written.
 */
export function suggestAddress(written: string, domainName: string): string | null {
  const typed = written.trim().normalize('NFC').toLowerCase();
  const at = typed.lastIndexOf('@');
  const userName = (at === -1 ? typed : typed.slice(0, at))
    .replace(/\+.*$/u, '')
    .replace(/[äöüß]/gu, (letter) => WRITTEN_OUT[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\s+/gu, '.')
    .replace(/\.{2,}/gu, '.')
    .replace(/^\.|\.$/gu, '');
  if (!checkMailboxUserName(userName).ok) return null;
  const suggestion = `${userName}@${domainName}`;
  return suggestion === (at === -1 ? `${typed}@${domainName}` : typed) ? null : suggestion;
}
