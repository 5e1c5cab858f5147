/** Whether there is a character other than a letter, digit, mark, space or control character. Spec 1 §5: at least one special character. */
export function hasSymbol(password: string): boolean {
  return /[\p{P}\p{S}]/u.test(password);
}
