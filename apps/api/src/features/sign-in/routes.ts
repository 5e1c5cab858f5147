import * as passwords from '@postern/contract/passwords';
import * as contract from '@postern/contract/sign-in';
import type { Serve } from '../../http/serve.ts';
import { changePassword } from './change-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { forgotPassword, type ForgotPasswordDeps } from './forgot-password.ts';
import { readTokenDetails, resetPassword, type ResetPasswordDeps } from './reset-password.ts';
import { signInByTotp } from './sign-in-by-totp.ts';
import { signIn, type SignInDeps } from './sign-in.ts';

export function signInRoutes(serve: Serve, deps: SignInDeps & ForgotPasswordDeps & ResetPasswordDeps): void {
  serve(contract.signIn, (context, input) => signIn(deps, context, input));
  serve(contract.signInByTotp, (context, input) => signInByTotp(deps, context, input));
  serve(passwords.confirmPassword, (context, input) => confirmPassword(deps, context, input));
  serve(passwords.changePassword, (context, input) => changePassword(deps, context, input));
  serve(passwords.forgotPassword, (context, input) => forgotPassword(deps, context, input));
  serve(passwords.resetPassword, (context, input) => resetPassword(deps, context, input));
  serve(passwords.readTokenDetails, (_context, input) => readTokenDetails(deps, input.token));
}
