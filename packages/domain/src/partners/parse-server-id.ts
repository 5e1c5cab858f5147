import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

const SERVER_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** The id that a partner's installation has in its links, such as `cpanel-7.harbour.example`. Spec 1 §2, JWT login: `installId`. */
export function parseServerId(text: string): Outcome<string, Refusal<'SERVER_ID_MALFORMED', Record<never, never>>> {
  const id = text.trim();
  return SERVER_ID.test(id) ? accepted(id) : refused('SERVER_ID_MALFORMED', {});
}
