import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';
import { hasSymbol } from './check-new-password.ts';
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from './limits.ts';

export type LoginPasswordRefusal = Refusal<
  'PASSWORD_REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'NEEDS_SYMBOL',
  Record<never, never>
>;

/**
 * The form a password must have at login: 8 to 100 characters and one special character. Spec 1 §5, Login.
 * Any password that fails it can't have been set, so a caller may answer as to a wrong one without asking the server.
 */
export function checkLoginPassword(password: string): Verdict<LoginPasswordRefusal> {
  if (password === '') return refused('PASSWORD_REQUIRED', {});
  if (password.length > 4 * PASSWORD_MAXIMUM_CHARACTERS) return refused('TOO_LONG', {});
  const characters = [...password].length;
  if (characters < PASSWORD_MINIMUM_CHARACTERS) return refused('TOO_SHORT', {});
  if (characters > PASSWORD_MAXIMUM_CHARACTERS) return refused('TOO_LONG', {});
  return hasSymbol(password) ? allowed : refused('NEEDS_SYMBOL', {});
}
