export { deleteAppPasswordsOf } from './app-password-repository.ts';
