import { chooseLanguage as chooseLanguageOperation } from '@postern/contract/language';
import * as contract from '@postern/contract/session';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { chooseLanguage } from './choose-language.ts';
import { listBundles } from './list-bundles.ts';
import { signOut } from './sign-out.ts';
import { switchBundle } from './switch-bundle.ts';
import { validateToken } from './validate-token.ts';

export function sessionRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.signOut, (context) => signOut(deps, context));
  serve(contract.validateToken, (context) => validateToken(deps, context));
  serve(contract.listBundles, (context) => listBundles(deps, context));
  serve(chooseLanguageOperation, (context, input) => chooseLanguage(deps, context, input));
  serve(contract.switchBundle, (context, input) => switchBundle(deps, context, input.bundleId));
}
