/**
 * A text with A to Z in lower case and everything else as it is. `toLowerCase` turns the Kelvin sign (U+212A) into a plain k, so that an
 * address which someone else owns would be taken for its look-alike's.
 */
export const lowerCaseAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
