import { writePartnerAudit } from '../../../db/audit.ts';
import { findPartner, type RefusedJwt } from '../../partners/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';

/** Writes to a partner's audit why a token in its name was refused. A token of an unknown partner isn't recorded. */
export async function auditRefusedJwt(
  deps: Pick<PurchaseDeps, 'db' | 'clock'>,
  action: 'purchase-link.refused' | 'settlement.refused' | 'login-jwt.refused' | 'login-token.refused',
  { partnerId, reason, keyId }: RefusedJwt & { partnerId: number },
): Promise<void> {
  if (partnerId < 1 || partnerId > 2_147_483_647 || (await findPartner(deps.db.global, partnerId)) === null) return;
  await deps.db.asSystem((tx) =>
    writePartnerAudit(tx, deps.clock, { partnerId, actor: 'visitor', action, attrs: { reason, keyId } }),
  );
}
