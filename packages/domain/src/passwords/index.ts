export { canCopyPassword } from './can-copy-password.ts';
export { checkLoginPassword } from './check-login-password.ts';
export type { LoginPasswordRefusal } from './check-login-password.ts';
export { checkNewPassword, newPasswordProblems } from './check-new-password.ts';
export type { NewPasswordRefusal, PasswordProblem } from './check-new-password.ts';
export { FORM_PASSWORD_OPTIONS, generatePassword } from './generate-password.ts';
export type { GeneratorOptions, RandomBytes } from './generate-password.ts';
export { isCommonPassword } from './is-common-password.ts';
export { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from './limits.ts';
