import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

const URL_MAXIMUM_CHARACTERS = 2_000;

/** A partner's address that people are sent to: https, and without credentials. */
export function parsePartnerUrl(text: string): Outcome<string, Refusal<'URL_NOT_SECURE', Record<never, never>>> {
  const url = text.length <= URL_MAXIMUM_CHARACTERS && URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isSafe = url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return url !== null && isSafe ? accepted(url.href) : refused('URL_NOT_SECURE', {});
}
