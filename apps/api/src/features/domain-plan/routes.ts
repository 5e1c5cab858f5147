import * as contract from '@postern/contract/domain-plan';
import type { Serve } from '../../http/serve.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { PublishDeps } from '../dns/public.ts';
import { applyDomainPlan } from './apply-domain-plan.ts';
import { planDomain } from './plan-domain.ts';
import { undoDomainPlan } from './undo-domain-plan.ts';

export function domainPlanRoutes(serve: Serve, deps: PublishDeps & { sealer: Sealer }): void {
  serve(contract.planDomain, (context, input) => planDomain(deps, context, input));
  serve(contract.applyDomainPlan, (context, input) => applyDomainPlan(deps, context, input.planId));
  serve(contract.undoDomainPlan, (context, input) => undoDomainPlan(deps, context, input.undoId));
}
