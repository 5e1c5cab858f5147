import * as contract from '@postern/contract/add-ons';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { assignAddOn } from './assign-add-on.ts';
import { readTrialConfig } from './read-trial-config.ts';
import { updateAddOnConfig } from './update-add-on-config.ts';

export function addOnRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.readTrialConfig, (context, input) => readTrialConfig(deps, context, input));
  serve(contract.updateAddOnConfig, (context, input) => updateAddOnConfig(deps, context, input));
  serve(contract.assignAddOn, (context, input) => assignAddOn(deps, context, input));
}
