import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { CheckDeps } from '../domain-connection/public.ts';
import { deleteInstructionLinks } from './instruction-link-repository.ts';

/** Revokes a link. Revoking it again gives the same answer. */
export async function revokeInstructionLink(
  { db, clock }: CheckDeps,
  { actor, requestId }: SessionContext,
  linkId: string,
): Promise<Record<string, never>> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  await db.asTenant(customerId, async (tx) => {
    const [closed] = await deleteInstructionLinks(tx, actor, [linkId]);
    if (!closed) return;
    await writeAudit(tx, clock, {
      ...{ customerId, bundleId, actor: actor.email, requestId, target: closed.domainName },
      ...{ action: 'instruction-link.revoked', attrs: { linkId, sentTo: closed.sentTo } },
    });
  });
  return {};
}
