import * as contract from '@postern/contract/two-factor';
import type { Serve } from '../../http/serve.ts';
import {
  askDespitePartner,
  disableTotp,
  enableTotp,
  renewRecoveryCodes,
  startTotp,
  type TotpDeps,
} from './change-totp.ts';
import { readTotp } from './read-totp.ts';

export function twoFactorRoutes(serve: Serve, deps: TotpDeps): void {
  serve(contract.readTotp, (context) => readTotp(deps, context));
  serve(contract.startTotp, (context) => startTotp(deps, context));
  serve(contract.enableTotp, (context, input) => enableTotp(deps, context, input.code));
  serve(contract.disableTotp, (context, input) => disableTotp(deps, context, input));
  serve(contract.askDespitePartner, (context, input) => askDespitePartner(deps, context, input.ask));
  serve(contract.renewRecoveryCodes, (context, input) => renewRecoveryCodes(deps, context, input.code));
}
