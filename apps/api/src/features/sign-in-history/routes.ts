import * as contract from '@postern/contract/sign-in-history';
import type { Serve } from '../../http/serve.ts';
import { listSignIns, type SignInHistoryDeps } from './list-sign-ins.ts';

export function signInHistoryRoutes(serve: Serve, deps: SignInHistoryDeps): void {
  serve(contract.listSignIns, (context, input) => listSignIns(deps, context, input));
}
