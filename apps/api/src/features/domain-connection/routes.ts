import * as contract from '@postern/contract/domain-connection';
import type { Serve } from '../../http/serve.ts';
import type { PublishDeps } from '../dns/public.ts';
import { applyDomainPlan } from './apply-domain-plan.ts';
import { checkDomain } from './check-domain.ts';
import { planDomain } from './plan-domain.ts';
import { undoDomainPlan } from './undo-domain-plan.ts';

export function domainConnectionRoutes(serve: Serve, deps: PublishDeps): void {
  serve(contract.checkDomain, (context, input) => checkDomain(deps, context, input.domainName));
  serve(contract.planDomain, (context) => planDomain(deps, context));
  serve(contract.applyDomainPlan, (context, input) => applyDomainPlan(deps, context, input.planId));
  serve(contract.undoDomainPlan, (context, input) => undoDomainPlan(deps, context, input.undoId));
}
