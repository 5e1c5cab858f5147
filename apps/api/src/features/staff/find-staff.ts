import type { Operation } from '@postern/contract/operation';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { StaffActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { findSessionOfVisit } from '../support-visits/public.ts';
import { touchStaffSession } from './staff-repository.ts';

type Asked = Pick<Operation, 'beforeTwoFactor' | 'takesVisitToken'>;

/**
 * Finds the member of staff by the token of their session or, for some calls, of their visit. Until two-factor sign-in is set up, refuses
 * all calls but those that set it up.
 */
export async function findStaffActor(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
  { beforeTwoFactor = false, takesVisitToken = false }: Asked,
): Promise<StaffActor> {
  const now = clock.now();
  const given = hashToken(token);
  const found = await db.asSystem(async (tx) => {
    const own = await touchStaffSession(tx, given, now);
    if (own !== null || !takesVisitToken) return own && { row: own, sessionHash: given };
    const sessionHash = await findSessionOfVisit(tx, given);
    const row = sessionHash && (await touchStaffSession(tx, sessionHash, now));
    return row ? { row, sessionHash } : null;
  });
  if (!found) throw new PanelError('UNAUTHENTICATED');
  const { staffId, email, name, role, partnerId, twoFactorAt } = found.row;
  if (twoFactorAt === null && !beforeTwoFactor) throw new PanelError('NOT_AUTHORIZED', { reason: 'TWO_FACTOR_NEEDED' });
  return { staffId, email, name, role, partnerId, sessionHash: found.sessionHash };
}
