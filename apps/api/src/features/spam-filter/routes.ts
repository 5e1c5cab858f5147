import * as contract from '@postern/contract/spam-filter';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readSpamFilter } from './read-spam-filter.ts';
import { setSpamFilter } from './set-spam-filter.ts';

export function spamFilterRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.readSpamFilter, (context) => readSpamFilter(deps, context));
  serve(contract.setSpamFilter, (context, input) => setSpamFilter(deps, context, input.level));
}
