/** One or two capitals for a picture: of the first and last word of the name, else of the address. Never empty. */
export function initials(displayName: string | null, address: string): string {
  const words = wordsOf(displayName ?? '', /[\s,;]+/u);
  const [first, ...others] = words.length > 0 ? words : wordsOf(address.split('@')[0] ?? '', /[._-]+/u);
  if (first === undefined) return '?';
  const last = others.at(-1);
  return (firstLetter(first) + (last ? firstLetter(last) : '')).toUpperCase();
}

function wordsOf(text: string, separator: RegExp): string[] {
  return text
    .slice(0, 200)
    .split(separator)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function firstLetter(word: string): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '';
}
