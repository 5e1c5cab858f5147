import * as contract from '@postern/contract/entri';
import type { Serve } from '../../http/serve.ts';
import { type EntriDeps, makeEntriToken } from './make-entri-token.ts';

export function entriRoutes(serve: Serve, deps: EntriDeps): void {
  serve(contract.makeEntriToken, (context) => makeEntriToken(deps, context));
}
