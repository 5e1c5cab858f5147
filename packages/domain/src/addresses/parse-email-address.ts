import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { toAsciiName } from './ascii-name.ts';
import { ADDRESS_MAXIMUM_CHARACTERS, USER_NAME_MAXIMUM_CHARACTERS } from './limits.ts';
import { lowerCaseAscii } from './lower-case-ascii.ts';
import { parseDomainName } from './parse-domain-name.ts';
import { trimSpaces } from './trim-spaces.ts';

/** An address in its canonical form, and its two halves. */
export type EmailAddress = { address: string; userName: string; domainName: string };

export type EmailRefusal =
  | Refusal<'EMAIL_REQUIRED', Record<never, never>>
  | Refusal<'EMAIL_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'EMAIL_INVALID', Record<never, never>>;

/**
 * An address the panel accepts: a dot-atom (RFC 5322 §3.2.3) before the @ and a domain name after it. No quotes, comments or address
 * literals, which no mailbox of a business has. Spaces around it are removed, line breaks never are; the whole is put in
 * lower case, the domain in ASCII.
 */
export function parseEmailAddress(text: string): Outcome<EmailAddress, EmailRefusal> {
  if (text.length > 4 * ADDRESS_MAXIMUM_CHARACTERS) return tooLong();
  const address = normaliseEmailAddress(text);
  if (address === '') return refused('EMAIL_REQUIRED', {});
  if (address.length > ADDRESS_MAXIMUM_CHARACTERS) return tooLong();
  const at = address.lastIndexOf('@');
  const userName = address.slice(0, Math.max(0, at));
  const domain = parseDomainName(address.slice(at + 1));
  // A trailing dot is fine for a name server, but not in an address.
  if (!isDotAtom(userName) || !domain.ok || address.endsWith('.') || /[\s\p{Cc}]/u.test(address))
    return refused('EMAIL_INVALID', {});
  return accepted({ address, userName, domainName: domain.value });
}

/** Whether the panel accepts the text as an address. Spec 1 §5, Spec 2 §5. */
export function isEmailAddress(text: string): boolean {
  return parseEmailAddress(text).ok;
}

/** The form in which addresses are stored and compared: no spaces around it, lower case, the domain in ASCII. Validates nothing. */
export function normaliseEmailAddress(text: string): string {
  const address = lowerCaseAscii(trimSpaces(text));
  const domainAt = address.lastIndexOf('@') + 1;
  const domainName = domainAt > 0 ? toAsciiName(address.slice(domainAt)) : null;
  return domainName === null ? address : address.slice(0, domainAt) + domainName;
}

/** The user name if a whole address of the domain was typed, with the domain in any form; otherwise what was typed. */
export function withoutDomain(text: string, domainName: string): string {
  return normaliseEmailAddress(text).endsWith(`@${domainName}`) ? text.slice(0, text.lastIndexOf('@')) : text;
}

function isDotAtom(text: string): boolean {
  if (text.length > USER_NAME_MAXIMUM_CHARACTERS) return false;
  return text.split('.').every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom));
}

function tooLong(): EmailRefusal {
  return refused('EMAIL_TOO_LONG', { maximumCharacters: ADDRESS_MAXIMUM_CHARACTERS });
}
