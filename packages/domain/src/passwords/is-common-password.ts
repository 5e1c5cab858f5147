import { COMMON_SEQUENCES, COMMON_WORDS } from './common-words.ts';
import { PASSWORD_MAXIMUM_CHARACTERS } from './limits.ts';

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '€': 'e',
};

const words = new Set(COMMON_WORDS);
const sequences = new Set(COMMON_SEQUENCES);

/**
 * Whether a password is among the first that attackers try. Lists of leaked passwords are mostly a few hundred words, changed to pass rules
 * like ours: a capital, look-alike characters, digits and a symbol at the ends ('P@ssw0rd2024!'). So these changes are undone and the word
 * is looked up. That covers far more than a list of whole passwords, in a few kilobytes that a browser can load.
 */
export function isCommonPassword(password: string): boolean {
  // Longer than allowed, and not what an attacker tries first.
  if (password.length > 4 * PASSWORD_MAXIMUM_CHARACTERS) return false;
  const plain = password.normalize('NFKC').toLowerCase();
  const lettersAndDigits = plain.replace(/[^\p{L}\p{N}]/gu, '');
  if (sequences.has(lettersAndDigits) || isRepetition(lettersAndDigits)) return true;
  // A few equal letters among many signs repeat nothing.
  const isMost = (word: string) => word.length * 2 >= plain.length;
  return coreWords(plain).some((word) => isCommonWord(word) || (isMost(word) && isRepetition(word)));
}

/** The words that it may be made of: without digits and symbols at the ends, and with look-alikes read as letters. */
function coreWords(plain: string): string[] {
  const withoutTail = plain.replace(/[^\p{L}]+$/u, '');
  const core = withoutTail.replace(/^[^\p{L}]+/u, '');
  const readings = [core, withoutTail, plain].flatMap((text) => [readLookalikes(text, 'i'), readLookalikes(text, 'l')]);
  return [plain, ...readings].map((text) => text.replace(/[^\p{L}]/gu, ''));
}

function readLookalikes(text: string, one: string): string {
  return [...text].map((sign) => (sign === '1' ? one : (LOOKALIKES[sign] ?? sign))).join('');
}

function isCommonWord(word: string): boolean {
  if (words.has(word)) return true;
  const half = word.slice(0, word.length / 2);
  return half + half === word && words.has(half);
}

/** 'aaaaaaaa', even with a digit or two: at most two different characters. */
function isRepetition(text: string): boolean {
  return text.length >= 4 && new Set(text).size <= 2;
}
