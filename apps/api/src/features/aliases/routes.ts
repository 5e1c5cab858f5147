import * as contract from '@postern/contract/aliases';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { addAlias } from './add-alias.ts';
import { listAliases } from './list-aliases.ts';
import { removeAliases } from './remove-aliases.ts';
import { updateAlias } from './update-alias.ts';

export function aliasRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.listAliases, (context, input) => listAliases(deps, context, input.email));
  serve(contract.addAlias, (context, input) => addAlias(deps, context, input));
  serve(contract.updateAlias, (context, input) => updateAlias(deps, context, input));
  serve(contract.removeAliases, (context, input) => removeAliases(deps, context, input));
}
