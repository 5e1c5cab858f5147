/** Line breaks and other control characters. A tab counts as a space: spreadsheets put it next to what is copied. */
const BREAKING = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/u;

/**
 * An address or a name without the spaces around it. A text with a line break or another control character is left as it is, so that it is
 * refused: nobody types one, and in a mail or an SMTP command a line break starts the next line.
 */
export const trimSpaces = (text: string): string => (BREAKING.test(text) ? text : text.trim());
