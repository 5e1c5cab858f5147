import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

export type OriginRefusal =
  | Refusal<'ORIGIN_MALFORMED', Record<never, never>>
  | Refusal<'ORIGIN_NOT_SECURE', Record<never, never>>
  | Refusal<'ORIGIN_HAS_PATH', Record<never, never>>;

const ORIGIN_MAXIMUM_CHARACTERS = 300;

/**
 * An origin that may frame the panel, in the form browsers send it: `https://panel.example`, without path, query or user. Plain http only
 * on this machine (development). Wildcards are refused.
 */
export function parseOrigin(text: string): Outcome<string, OriginRefusal> {
  const trimmed = text.trim();
  if (trimmed.length > ORIGIN_MAXIMUM_CHARACTERS || !URL.canParse(trimmed)) return refused('ORIGIN_MALFORMED', {});
  const url = new URL(trimmed);
  if (url.hostname === '' || /[^a-z0-9.:[\]-]/.test(url.hostname)) return refused('ORIGIN_MALFORMED', {});
  if (url.username !== '' || url.password !== '') return refused('ORIGIN_MALFORMED', {});
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) return refused('ORIGIN_NOT_SECURE', {});
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return refused('ORIGIN_HAS_PATH', {});
  return accepted(url.origin);
}
