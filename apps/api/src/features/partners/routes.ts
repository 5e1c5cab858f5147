import { readPartnerInfo as operation } from '@postern/contract/partners';
import type { Serve } from '../../http/serve.ts';
import { readPartnerInfo } from './read-partner-info.ts';

export function partnerRoutes(serve: Serve, deps: Parameters<typeof readPartnerInfo>[0]): void {
  serve(operation, (_context, input) => readPartnerInfo(deps, input));
}
