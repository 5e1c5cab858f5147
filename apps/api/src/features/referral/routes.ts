import * as contract from '@postern/contract/referral';
import type { Serve } from '../../http/serve.ts';
import { generateReferralToken, readReferralReward, type ReferralDeps } from './refer.ts';

export function referralRoutes(serve: Serve, deps: ReferralDeps): void {
  serve(contract.generateReferralToken, (context) => generateReferralToken(deps, context));
  serve(contract.readReferralReward, (context) => readReferralReward(deps, context));
}
