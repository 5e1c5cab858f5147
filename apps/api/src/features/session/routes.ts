import * as contract from '@postern/contract/session';
import { signInByTotp as totp } from '@postern/contract/two-factor';
import type { Serve } from '../../http/serve.ts';
import { forgotPassword, type ForgotPasswordDeps } from './forgot-password.ts';
import { listBundles } from './list-bundles.ts';
import { validateToken } from './validate-token.ts';
import { readTokenDetails, resetPassword } from './reset-password.ts';
import { signIn, type SignInDeps } from './sign-in.ts';
import { signInByTotp } from './sign-in-by-totp.ts';
import { signOut } from './sign-out.ts';
import { switchBundle } from './switch-bundle.ts';

export function sessionRoutes(serve: Serve, deps: SignInDeps & ForgotPasswordDeps): void {
  serve(contract.signIn, (context, input) => signIn(deps, context, input));
  serve(totp, (context, input) => signInByTotp(deps, context, input));
  serve(contract.signOut, (context) => signOut(deps, context));
  serve(contract.validateToken, (context) => validateToken(deps, context));
  serve(contract.listBundles, (context) => listBundles(deps, context));
  serve(contract.switchBundle, (context, input) => switchBundle(deps, context, input.bundleId));
  serve(contract.forgotPassword, (context, input) => forgotPassword(deps, context, input));
  serve(contract.resetPassword, (_context, input) => resetPassword(deps, input));
  serve(contract.readTokenDetails, (_context, input) => readTokenDetails(deps, input.token));
}
