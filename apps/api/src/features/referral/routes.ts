import * as contract from '@postern/contract/referral';
import type { FastifyInstance } from 'fastify';
import type { Serve } from '../../http/serve.ts';
import { PanelError } from '../../http/panel-error.ts';
import { generateReferralToken, readReferralReward, type ReferralDeps } from './refer.ts';
import { referralFrame, referralFramePolicy } from './referral-frame.ts';

export function referralRoutes(app: FastifyInstance, serve: Serve, deps: ReferralDeps): void {
  serve(contract.generateReferralToken, (context) => generateReferralToken(deps, context));
  serve(contract.readReferralReward, (context) => readReferralReward(deps, context));
  // The same for everybody: whose it is comes by a message from the panel.
  app.get(contract.REFERRAL_FRAME, (_request, reply) => {
    if (deps.referral === null) throw new PanelError('NOT_FOUND');
    const { scriptUrl } = deps.referral;
    return reply
      .header('content-security-policy', referralFramePolicy(scriptUrl))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(referralFrame(scriptUrl));
  });
}
