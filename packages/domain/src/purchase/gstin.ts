const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Whether the last character of a 15-character GSTIN follows from the others (a Luhn sum in base 36). */
export function hasGstinCheckCharacter(gstin: string): boolean {
  const sum = [...gstin.slice(0, 14)].reduce((total, character, index) => {
    const product = ALPHABET.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return ALPHABET[(36 - (sum % 36)) % 36] === gstin[14];
}
