import * as contract from '@postern/contract/sign-in-history';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import { listSignIns } from './list-sign-ins.ts';

export function signInHistoryRoutes(serve: Serve, deps: { db: Database }): void {
  serve(contract.listSignIns, (context, input) => listSignIns(deps, context, input));
}
