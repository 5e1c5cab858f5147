import { hasSymbol } from './has-symbol.ts';
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from './limits.ts';

/**
 * Whether a text can be a password at all. Every way to set one follows this rule, so any other text is a typing mistake, and sending it to
 * the server would only use up a guess. Spec 1 §5, Login: at least one special character, length 8 to 100.
 */
export function couldBePassword(text: string): boolean {
  const characters = [...text].length;
  return characters >= PASSWORD_MINIMUM_CHARACTERS && characters <= PASSWORD_MAXIMUM_CHARACTERS && hasSymbol(text);
}
