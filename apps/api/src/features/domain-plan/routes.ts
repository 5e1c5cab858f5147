import * as contract from '@postern/contract/domain-plan';
import type { Serve } from '../../http/serve.ts';
import type { PublishDeps } from '../dns/public.ts';
import { applyDomainPlan } from './apply-domain-plan.ts';
import { planDomain } from './plan-domain.ts';
import { undoDomainPlan } from './undo-domain-plan.ts';

export function domainPlanRoutes(serve: Serve, deps: PublishDeps): void {
  serve(contract.planDomain, (context) => planDomain(deps, context));
  serve(contract.applyDomainPlan, (context, input) => applyDomainPlan(deps, context, input.planId));
  serve(contract.undoDomainPlan, (context, input) => undoDomainPlan(deps, context, input.undoId));
}
