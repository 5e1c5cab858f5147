/** Legal forms don't identify a company. */
const FORMS = new Set(
  'gmbh ug ag kg ohg gbr mbh ltd limited llc plc inc sarl sas sasu sa eurl srl spa sl slu bv nv vof bvba cv oy oyj ab aps as ou uab sia doo dd kft zrt nyrt bt sro spol zoo sp lda unipessoal ead eood ood ad ike epe oe the and und et co company'.split(
    ' ',
  ),
);

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    // Registers write ö as oe, or as o.
    .replace(/([aou])e/g, '$1')
    // "S.A.R.L." is one word.
    .replace(/\./g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FORMS.has(word));

const isLatin = (words: readonly string[]): boolean => words.some((word) => /\p{Script=Latin}/u.test(word));

/**
 * Whether a typed company may be the registered one: all words of the shorter name are in the other, in any order, and are most of it, or
 * they are written together. Half of it is enough with its first word: "Siemens" may be "Siemens Deutschland", and "Deutschland" may not. A
 * register in Greek or Cyrillic letters can't be compared with a name in Latin ones, so those agree; who types other letters than their
 * register has must type its name.
 */
export function companyNamesAgree(typed: string, registered: string): boolean {
  const [one, other] = [wordsOf(typed), wordsOf(registered)];
  if (one.length === 0 || other.length === 0) return false;
  if (isLatin(one) && !isLatin(other)) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const joined = [short.join(''), long.join('')] as const;
  if (joined[0] === joined[1]) return true;
  const rest = long.length - short.length;
  const isMost = rest < short.length || (rest === short.length && short.includes(long[0] ?? ''));
  return isMost && short.every((word) => long.includes(word));
}
