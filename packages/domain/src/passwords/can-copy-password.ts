/** Only passwords longer than this can be copied. Spec 1 §5. */
const COPY_OVER_CHARACTERS = 5;

/** Whether the copy action works on this password. */
export function canCopyPassword(password: string): boolean {
  return password.length > COPY_OVER_CHARACTERS;
}
