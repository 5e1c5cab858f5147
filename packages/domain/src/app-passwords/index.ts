export { mayUseAppPasswords } from './app-password-permissions.ts';
export { canAddAppPassword } from './can-add-app-password.ts';
export { checkAppPasswordName } from './check-app-password-name.ts';
export { APP_PASSWORD_NAME_MAXIMUM_CHARACTERS, APP_PASSWORDS_MAXIMUM } from './limits.ts';
