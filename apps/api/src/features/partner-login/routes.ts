import { authenticateByJwt as operation } from '@postern/contract/partner-login';
import type { Serve } from '../../http/serve.ts';
import { authenticateByJwt, type PartnerLoginDeps } from './authenticate-by-jwt.ts';

export function partnerLoginRoutes(serve: Serve, deps: PartnerLoginDeps): void {
  serve(operation, (context, input) => authenticateByJwt(deps, context, input));
}
