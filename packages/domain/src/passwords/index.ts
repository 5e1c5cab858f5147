export { canCopyPassword } from './can-copy-password.ts';
export type { PasswordProblem } from './check-new-password.ts';
export { checkNewPassword, newPasswordProblems } from './check-new-password.ts';
export { couldBePassword } from './could-be-password.ts';
export { FORM_PASSWORD_OPTIONS, generatePassword } from './generate-password.ts';
export { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from './limits.ts';
