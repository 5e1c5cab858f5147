import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { Clock } from '../../runtime/clock.ts';
import { auditRefusedJwt } from '../purchase/public.ts';

/** As the rejection of a sign-in: `suspended` where the mailbox was suspended at this very moment. */
export function unlessSuspended(error: unknown): 'suspended' {
  if (error instanceof PanelError && error.code === 'NOT_AUTHORIZED') return 'suspended';
  throw error;
}

/** Gives the one answer that there is for a token that doesn't work, and writes the reason down for the partner. */
export async function refuseToken(
  deps: { db: Database; clock: Clock },
  partnerId: number | null,
  reason: string,
): Promise<never> {
  const refused = { ok: false, reason, keyId: null } as const;
  if (partnerId !== null) await auditRefusedJwt(deps, 'login-token.refused', { ...refused, partnerId });
  throw new PanelError('INVALID_TOKEN');
}
