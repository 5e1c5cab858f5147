import * as contract from '@postern/contract/session';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { listBundles } from './list-bundles.ts';
import { signOut } from './sign-out.ts';
import { switchBundle } from './switch-bundle.ts';
import { validateToken } from './validate-token.ts';

export function sessionRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.signOut, (context) => signOut(deps, context));
  serve(contract.validateToken, (context) => validateToken(deps, context));
  serve(contract.listBundles, (context) => listBundles(deps, context));
  serve(contract.switchBundle, (context, input) => switchBundle(deps, context, input.bundleId));
}
