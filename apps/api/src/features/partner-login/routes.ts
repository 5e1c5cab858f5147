import {
  authenticateByJwt as byJwt,
  authenticateByToken as byToken,
  authenticateByWebmail as byWebmail,
  createLoginToken as loginToken,
  createProvisionCode as provisionCode,
  exchangeProvisionCode as exchangeCode,
} from '@postern/contract/partner-login';
import type { Services } from '../../feature/services.ts';
import type { Serve } from '../../http/serve.ts';
import { authenticateByJwt } from './authenticate-by-jwt.ts';
import { authenticateByToken } from './authenticate-by-token.ts';
import { authenticateByWebmail } from './authenticate-by-webmail.ts';
import { createLoginToken } from './create-login-token.ts';
import { createProvisionCode, exchangeProvisionCode } from './provision.ts';

export function partnerLoginRoutes(serve: Serve, deps: Services): void {
  serve(byJwt, (context, input) => authenticateByJwt(deps, context, input));
  serve(byToken, (context, input) => authenticateByToken(deps, context, input));
  serve(byWebmail, (context, input) => authenticateByWebmail(deps, context, input));
  serve(loginToken, (context, input) => createLoginToken(deps, context, input));
  serve(provisionCode, (context, input) => createProvisionCode(deps, context, input));
  serve(exchangeCode, (context, input) => exchangeProvisionCode(deps, context, input));
}
