import * as contract from '@postern/contract/domain-connection';
import * as instructions from '@postern/contract/domain-instructions';
import type { Serve } from '../../http/serve.ts';
import type { PublishDeps } from '../dns/public.ts';
import { applyDomainPlan } from './apply-domain-plan.ts';
import { checkDomain } from './check-domain.ts';
import { createInstructionLink, type InstructionDeps } from './create-instruction-link.ts';
import { listInstructionLinks } from './list-instruction-links.ts';
import { planDomain } from './plan-domain.ts';
import { readDomainConnection } from './read-domain-connection.ts';
import { readInstructions } from './read-instructions.ts';
import { revokeInstructionLink } from './revoke-instruction-link.ts';
import { undoDomainPlan } from './undo-domain-plan.ts';

export function domainConnectionRoutes(serve: Serve, deps: PublishDeps & InstructionDeps): void {
  serve(contract.checkDomain, (context, input) => checkDomain(deps, context, input.domainName));
  serve(contract.readDomainConnection, (context) => readDomainConnection(deps, context));
  serve(contract.planDomain, (context) => planDomain(deps, context));
  serve(contract.applyDomainPlan, (context, input) => applyDomainPlan(deps, context, input.planId));
  serve(contract.undoDomainPlan, (context, input) => undoDomainPlan(deps, context, input.undoId));
  serve(instructions.createInstructionLink, (context, input) => createInstructionLink(deps, context, input));
  serve(instructions.listInstructionLinks, (context) => listInstructionLinks(deps, context));
  serve(instructions.revokeInstructionLink, (context, input) => revokeInstructionLink(deps, context, input.linkId));
  serve(instructions.readInstructions, (context, input) => readInstructions(deps, context, input));
}
