import type { InstructionLink } from '@postern/contract/domain-instructions';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { InstructionDeps } from './create-instruction-link.ts';
import { listInstructionLinkRows } from './instruction-link-repository.ts';
import { toInstructionLink } from './instruction-link-view.ts';

/** The links that haven't expired. */
export async function listInstructionLinks(
  deps: InstructionDeps,
  { actor }: SessionContext,
): Promise<{ links: InstructionLink[] }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const now = deps.clock.now();
  const rows = await deps.db.asTenant(actor.customerId, (tx) => listInstructionLinkRows(tx, actor, now));
  return { links: rows.map((row) => toInstructionLink(deps, row)) };
}
