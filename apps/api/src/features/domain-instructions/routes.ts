import * as contract from '@postern/contract/domain-instructions';
import type { Serve } from '../../http/serve.ts';
import { createInstructionLink, type InstructionDeps } from './create-instruction-link.ts';
import { listInstructionLinks } from './list-instruction-links.ts';
import { readInstructions } from './read-instructions.ts';
import { revokeInstructionLink } from './revoke-instruction-link.ts';

export function domainInstructionRoutes(serve: Serve, deps: InstructionDeps): void {
  serve(contract.createInstructionLink, (context, input) => createInstructionLink(deps, context, input));
  serve(contract.listInstructionLinks, (context) => listInstructionLinks(deps, context));
  serve(contract.revokeInstructionLink, (context, input) => revokeInstructionLink(deps, context, input.linkId));
  serve(contract.readInstructions, (context, input) => readInstructions(deps, context, input));
}
