import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { USER_NAME_MAXIMUM_CHARACTERS } from './limits.ts';
import { lowerCaseAscii } from './lower-case-ascii.ts';
import { trimSpaces } from './trim-spaces.ts';

export type UserNameRefusal =
  | Refusal<'USER_NAME_REQUIRED', Record<never, never>>
  | Refusal<'USER_NAME_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'USER_NAME_HAS_PLUS', Record<never, never>>
  | Refusal<'USER_NAME_CHARACTERS', { characters: string }>
  | Refusal<'USER_NAME_DOTS', Record<never, never>>;

/**
 * The user name of a new mailbox or alias, trimmed and in lower case. Spec 2 §5, new mailbox.
 * Narrower than what mail allows: letters, digits, dot, hyphen and underscore work in every program a customer may use.
 * A plus is refused by its own code, because `anna+shop@` already reaches anna's mailbox.
 */
export function checkMailboxUserName(text: string): Outcome<string, UserNameRefusal> {
  if (text.length > 8 * USER_NAME_MAXIMUM_CHARACTERS) return tooLong();
  const name = lowerCaseAscii(trimSpaces(text));
  if (name === '') return refused('USER_NAME_REQUIRED', {});
  if (name.length > USER_NAME_MAXIMUM_CHARACTERS) return tooLong();
  if (name.includes('+')) return refused('USER_NAME_HAS_PLUS', {});
  const strange = new Set(name.match(/[^a-z0-9._-]/gu) ?? []);
  if (strange.size > 0) return refused('USER_NAME_CHARACTERS', { characters: [...strange].join('') });
  if (name.startsWith('.') || name.endsWith('.') || name.includes('..')) return refused('USER_NAME_DOTS', {});
  return accepted(name);
}

function tooLong(): UserNameRefusal {
  return refused('USER_NAME_TOO_LONG', { maximumCharacters: USER_NAME_MAXIMUM_CHARACTERS });
}
