import { writePartnerAudit } from '../../../db/audit.ts';
import { countAttempt } from '../../../http/limit-attempts.ts';
import { PanelError } from '../../../http/panel-error.ts';
import { findPartner, type RefusedJwt } from '../../partners/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';

/** How many refusals of one kind are written down for a partner in 15 minutes. Anyone can cause them, and each would be kept for years. */
const WRITTEN_MAXIMUM = 60;

/** Writes to a partner's audit why a token in its name was refused. A token of an unknown partner isn't recorded. */
export async function auditRefusedJwt(
  deps: Pick<PurchaseDeps, 'db' | 'clock'>,
  action: 'purchase-link.refused' | 'settlement.refused' | 'login-jwt.refused' | 'login-token.refused',
  { partnerId, reason, keyId }: RefusedJwt & { partnerId: number },
): Promise<void> {
  if (partnerId < 1 || partnerId > 2_147_483_647 || (await findPartner(deps.db.global, partnerId)) === null) return;
  if (!(await isWritten(deps, `refused/${partnerId}/${action}/${reason}`))) return;
  await deps.db.asSystem((tx) =>
    writePartnerAudit(tx, deps.clock, { partnerId, actor: 'visitor', action, attrs: { reason, keyId } }),
  );
}

async function isWritten(deps: Pick<PurchaseDeps, 'db' | 'clock'>, key: string): Promise<boolean> {
  try {
    await countAttempt(deps, [key], WRITTEN_MAXIMUM);
    return true;
  } catch (error) {
    if (error instanceof PanelError && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}
