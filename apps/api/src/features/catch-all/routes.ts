import * as contract from '@postern/contract/catch-all';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readCatchAll } from './read-catch-all.ts';
import { removeCatchAll, setCatchAll } from './set-catch-all.ts';

export function catchAllRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.readCatchAll, (context) => readCatchAll(deps, context));
  serve(contract.setCatchAll, (context, input) => setCatchAll(deps, context, input.email));
  serve(contract.removeCatchAll, (context) => removeCatchAll(deps, context));
}
