import { readPartnerInfo as operation } from '@postern/contract/partners';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import { readPartnerInfo } from './read-partner-info.ts';

export function partnerRoutes(serve: Serve, deps: { db: Database }): void {
  serve(operation, (_context, input) => readPartnerInfo(deps, input));
}
