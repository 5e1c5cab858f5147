import type { Login } from '@postern/contract/session';
import { CODE_LIMIT } from '@postern/domain/sign-in';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { takeGuess } from '../../http/guesses.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { StaffActor, StaffContext } from '../../http/request-context.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { visitCode } from './consent-mail.ts';
import { beginVisit, consentNeeded, type VisitDeps } from './open-visit.ts';
import { supportVisit } from './tables.ts';
import type { VisitRow } from './visit-repository.ts';

/** Begins a visit that the owner allowed, or whose code the owner told the supporter. Another supporter's visit counts as over. */
export async function enterVisit(
  deps: VisitDeps & { sealer: Sealer },
  { staff }: StaffContext,
  { visitId, code }: { visitId: string; code?: string | undefined },
): Promise<Login> {
  const asked = await deps.db.asSystem((tx) => lockWaiting(tx, deps, staff, visitId));
  const isRight = code === undefined ? false : await checkCode(deps, asked, code);
  return deps.db.asSystem(async (tx) => {
    const row = await lockWaiting(tx, deps, staff, visitId);
    if (row.allowedAt === null && !isRight) {
      if (code !== undefined) throw invalid([{ path: 'code', code: 'WRONG_CODE', message: 'Ask the owner again.' }]);
      throw consentNeeded(row);
    }
    return beginVisit(tx, deps.clock, row);
  });
}

/** Locks a visit that waits for the owner. Only the staff session that asked may enter. */
async function lockWaiting(tx: Queryable, { clock }: VisitDeps, staff: StaffActor, visitId: string): Promise<VisitRow> {
  const [row] = await tx
    .select()
    .from(supportVisit)
    .where(and(eq(supportVisit.visitId, visitId), eq(supportVisit.staffId, staff.staffId)))
    .for('update');
  const isOpen = row?.state === 'waiting' && row.expiresAt > clock.now();
  if (!isOpen || row.staffSessionHash !== staff.sessionHash) throw new PanelError('VISIT_ENDED');
  return row;
}

/** Checks the code. Wrong guesses count per domain and supporter, so that asking again gives no new guesses. */
async function checkCode(
  deps: VisitDeps & { sealer: Sealer },
  { visitId, bundleId, staffId }: VisitRow,
  code: string,
): Promise<boolean> {
  const guess = await takeGuess(deps, [{ key: `guess/visit/${bundleId}/${staffId}`, limit: CODE_LIMIT }]);
  const isRight = code.replaceAll(/\D/g, '') === visitCode(deps.sealer, visitId);
  await (isRight ? guess.right() : guess.wrong());
  return isRight;
}
