/** The destination's limits: a Maildir folder's name is one file name, in modified UTF-7, with all its levels. */
const PATH_MAXIMUM_BYTES = 200;
const LEVEL_MAXIMUM_BYTES = 100;
const LEVELS_MAXIMUM = 64;
const CUT = '…';

// In the destination `/` separates levels and `.` separates them on disk. `*` and `%` are wildcards of IMAP's LIST.
const UNSUITABLE = /[/.*%\p{Cc}\p{Cs}]/gu;

/**
 * The length of a text in modified UTF-7 (RFC 3501 §5.1.3).
 * @internal
 */
export function utf7Length(text: string): number {
  let length = 0;
  for (const run of text.match(/[ -~]+|[^ -~]+/g) ?? []) {
    const isPlain = run.charCodeAt(0) >= 32 && run.charCodeAt(0) <= 126;
    length += isPlain ? run.length + (run.split('&').length - 1) : Math.ceil((run.length * 16) / 6) + 2;
  }
  return length;
}

/** A level's name that the destination takes: what doesn't fit is replaced or cut, visibly. */
function cleanLevel(level: string): string {
  const text = level.normalize('NFC').replace(UNSUITABLE, '_').replace(/^~/, '_').trim();
  return text === '' ? '_' : shorten(text, LEVEL_MAXIMUM_BYTES);
}

/** Cuts a text so that it fits, between characters and not within one. */
function shorten(text: string, maximum: number): string {
  if (utf7Length(text) <= maximum) return text;
  const characters = [...text];
  while (characters.length > 1 && utf7Length(characters.join('') + CUT) > maximum) characters.pop();
  return characters.join('').trimEnd() + CUT;
}

/** The path of a folder in the destination, its levels joined by `/`. Too many levels or letters are cut, visibly. */
export function toFolderPath(levels: readonly string[]): string {
  const clean = levels.map(cleanLevel);
  const few =
    clean.length <= LEVELS_MAXIMUM ? clean : [...clean.slice(0, LEVELS_MAXIMUM - 2), CUT, clean.at(-1) ?? CUT];
  const path = few.join('/');
  if (utf7Length(path) <= PATH_MAXIMUM_BYTES) return path;
  const [first = CUT] = few;
  const last = few.at(-1) ?? CUT;
  return [shorten(first, 60), CUT, shorten(last, 100)].join('/');
}

/** The same path with a number, for a second folder that would have the same name. */
export function numberedPath(path: string, number: number): string {
  const suffix = ` (${number})`;
  const room = PATH_MAXIMUM_BYTES + 20 - suffix.length;
  return (utf7Length(path) <= room ? path : shorten(path, room)) + suffix;
}
