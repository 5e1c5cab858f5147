import { hasSymbol } from './has-symbol.ts';
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from './limits.ts';

/**
 * Whether a text can be anybody's password. Every way to set one follows this rule, so a text that doesn't is a slip of the finger, and
 * asking the server about it would only use up a guess. Spec 1 §5, Login: at least one special character, length 8 to 100.
 */
export function couldBePassword(text: string): boolean {
  const characters = [...text].length;
  return characters >= PASSWORD_MINIMUM_CHARACTERS && characters <= PASSWORD_MAXIMUM_CHARACTERS && hasSymbol(text);
}
