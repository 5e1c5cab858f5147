import { isCommonPassword } from './is-common-password.ts';
import { PASSWORD_MAXIMUM_CHARACTERS } from './limits.ts';

/** Returns this many random bytes from a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array;

export type GeneratorOptions = {
  /** 10 when absent. */
  length?: number;
  /** On when absent. */
  lowercase?: boolean;
  /** On when absent. */
  uppercase?: boolean;
  /** Off when absent. */
  numbers?: boolean;
  /** Off when absent. */
  symbols?: boolean;
  /** Every enabled class appears at least once, and no common word is in it. Off when absent. */
  strict?: boolean;
};

/** What the form's generate button asks for, so that the result passes the rules of a new password. */
export const FORM_PASSWORD_OPTIONS: GeneratorOptions = { length: 14, numbers: true, symbols: true, strict: true };

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz';
const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NUMBERS = '0123456789';
const SYMBOLS = '!@#$%^&*()-_=+[]{}:;,.?';

/** A good source succeeds within a few dozen tries. One that never does is broken, and must not hang the page. */
const MAXIMUM_TRIES = 10_000;

/**
 * A random password; every one that fits the options is equally likely. Spec 1 §5, password generator.
 * Throws on a length that isn't a whole number from 1 to 100, on no class, and on strict with fewer characters than classes.
 */
export function generatePassword(options: GeneratorOptions, randomBytes: RandomBytes): string {
  const length = options.length ?? 10;
  const classes = enabledClasses(options);
  if (!Number.isInteger(length) || length < 1 || length > PASSWORD_MAXIMUM_CHARACTERS) {
    throw new Error(`Invalid password length: ${length}`);
  }
  if (classes.length === 0) throw new Error('A password needs at least one class of characters');
  if (options.strict && length < classes.length) throw new Error('A strict password needs a character of each class');
  for (let attempt = 0; attempt < MAXIMUM_TRIES; attempt += 1) {
    const password = pickCharacters(classes.join(''), length, randomBytes);
    // Drawing again rather than repairing keeps every strict password equally likely.
    if (!options.strict || isStrict(password, classes)) return password;
  }
  throw new Error('The source of randomness is broken');
}

const isStrict = (password: string, classes: readonly string[]): boolean =>
  classes.every((oneOf) => [...password].some((character) => oneOf.includes(character))) && !isCommonPassword(password);

function enabledClasses({ lowercase = true, uppercase = true, numbers = false, symbols = false }: GeneratorOptions) {
  const all: [boolean, string][] = [
    [lowercase, LOWERCASE],
    [uppercase, UPPERCASE],
    [numbers, NUMBERS],
    [symbols, SYMBOLS],
  ];
  return all.filter(([isOn]) => isOn).map(([, characters]) => characters);
}

function pickCharacters(alphabet: string, length: number, randomBytes: RandomBytes): string {
  // Bytes from the last, incomplete run of the alphabet are thrown away, or its first characters would come more often.
  const usable = 256 - (256 % alphabet.length);
  let picked = '';
  for (let attempt = 0; attempt < MAXIMUM_TRIES; attempt += 1) {
    for (const byte of randomBytes(length)) {
      if (byte < usable && picked.length < length) picked += alphabet[byte % alphabet.length];
    }
    if (picked.length === length) return picked;
  }
  throw new Error('The source of randomness is broken');
}
