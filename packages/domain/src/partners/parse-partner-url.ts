import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

const URL_MAXIMUM_CHARACTERS = 2_000;

/**
 * An address that people are sent to, as it is written: it begins with `https://`, with `www.` or with the panel's own host (Spec 1 §9). It is
 * kept with https, and without credentials.
 * @param ownHost the panel's host name, with its port if it has one; left out, no address may begin with it
 */
export function parsePartnerUrl(
  text: string,
  ownHost?: string,
): Outcome<string, Refusal<'URL_NOT_SECURE', Record<never, never>>> {
  const written = text.trim();
  const isShort = /^www\.[^./?#]/i.test(written) || (ownHost !== undefined && isAt(ownHost, written));
  const whole = isShort ? `https://${written}` : written;
  const url = whole.length <= URL_MAXIMUM_CHARACTERS && URL.canParse(whole) ? new URL(whole) : null;
  const isSafe = url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return url !== null && isSafe ? accepted(url.href) : refused('URL_NOT_SECURE', {});
}

/** `mail.example/help` is at `mail.example`; `mail.example.evil.test` isn't. */
function isAt(host: string, text: string): boolean {
  const rest = text.slice(host.length);
  return text.toLowerCase().startsWith(host.toLowerCase()) && (rest === '' || /^[/?#]/.test(rest));
}
