import { domainToASCII } from 'node:url';

/** An address that is safe to turn into a folder name. */
export type MailboxAddress = { local: string; domain: string; address: string };

// RFC 5321 §4.5.3.1 and RFC 1035 §2.3.4
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;
// The dot-atom of RFC 5322 §3.2.3 without '/': no leading dot and no '..', so a part can never leave its folder.
const LOCAL = /^[a-z0-9!#$%&'*+=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+=?^_`{|}~-]+)*$/;
/** `"ann"@` means `ann@`. RFC 5321 §4.1.2 */
const NEEDLESS_QUOTES = /^"([^"\\]*)"$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII means
const ASCII = /^[\x00-\x7f]*$/;

/** Checks an address and converts it to lower case; null when no mailbox of ours can have it. */
export function parseMailboxAddress(raw: string): MailboxAddress | null {
  const at = raw.lastIndexOf('@');
  if (at < 1) return null;
  const local = raw.slice(0, at).replace(NEEDLESS_QUOTES, '$1').toLowerCase();
  const domain = toAsciiDomain(raw.slice(at + 1));
  if (local.length > LOCAL_MAX || !LOCAL.test(local)) return null;
  if (domain.length > DOMAIN_MAX || !DOMAIN.test(domain)) return null;
  return { local, domain, address: `${local}@${domain}` };
}

/** `user+tag@domain` without its tag; null when there is none. */
export function withoutTag(address: MailboxAddress): string | null {
  const plus = address.local.indexOf('+');
  return plus > 0 ? `${address.local.slice(0, plus)}@${address.domain}` : null;
}

/** The SMTP library gives internationalised domains in Unicode; the panel and the folders keep them in ASCII (RFC 5890). */
export function toAsciiDomain(domain: string): string {
  return ASCII.test(domain) ? domain.toLowerCase() : domainToASCII(domain);
}
