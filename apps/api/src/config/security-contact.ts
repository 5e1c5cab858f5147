import { parseEmailAddress } from '@postern/domain/addresses';
import type { Settings } from './setting-values.ts';

export const SECURITY_SETTINGS = ['POSTERN_SECURITY_CONTACT', 'POSTERN_SECURITY_EXPIRES'];

/** What `/.well-known/security.txt` says (RFC 9116). */
export type SecurityContact = {
  /** URIs: `mailto:` or `https:`, first choice first. */
  contacts: string[];
  expires: Date;
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Null without a contact. A date in the past is no reason to refuse the start: nobody should lose their service because a year is over.
 */
export function securityContactOf(settings: Settings): SecurityContact | null {
  const { POSTERN_SECURITY_CONTACT: given, POSTERN_SECURITY_EXPIRES: date } = settings.env;
  if (!given && !date) return null;
  if (!given || !date) {
    settings.refuse('POSTERN_SECURITY_CONTACT and POSTERN_SECURITY_EXPIRES must both be set, or neither.');
    return null;
  }
  const contacts = given.split(',').map((text) => contactOf(settings, text.trim()));
  const expires = new Date(`${date}T00:00:00Z`);
  if (!DATE.test(date) || Number.isNaN(expires.getTime()) || !expires.toISOString().startsWith(date))
    settings.refuse(`POSTERN_SECURITY_EXPIRES must be a date such as 2027-06-30; it is "${date}".`);
  return { contacts, expires };
}

/** An address becomes the URI that the file needs. */
function contactOf(settings: Settings, text: string): string {
  const email = text.replace(/^mailto:/i, '');
  if (parseEmailAddress(email).ok) return `mailto:${email}`;
  if (URL.canParse(text) && new URL(text).protocol === 'https:' && !/\s/.test(text)) return new URL(text).href;
  settings.refuse(
    `POSTERN_SECURITY_CONTACT must be an email address or an https:// address, several separated by commas; it is "${text}".`,
  );
  return text;
}
