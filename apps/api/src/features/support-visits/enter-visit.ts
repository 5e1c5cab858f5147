import type { Login } from '@postern/contract/session';
import { CODE_LIMIT } from '@postern/domain/sign-in';
import { and, eq } from 'drizzle-orm';
import { takeGuess } from '../../http/guesses.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { StaffContext } from '../../http/request-context.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { visitCode } from './consent-mail.ts';
import { beginVisit, consentNeeded, type VisitDeps } from './open-visit.ts';
import { supportVisit } from './tables.ts';

/** Begins a visit that the owner allowed, or whose code the owner told the supporter. Another supporter's visit counts as over. */
export async function enterVisit(
  deps: VisitDeps & { sealer: Sealer },
  { staff }: StaffContext,
  { visitId, code }: { visitId: string; code?: string | undefined },
): Promise<Login> {
  const isRight = code === undefined ? false : await checkCode(deps, visitId, code);
  return deps.db.asSystem(async (tx) => {
    const [row] = await tx
      .select()
      .from(supportVisit)
      .where(and(eq(supportVisit.visitId, visitId), eq(supportVisit.staffId, staff.staffId)))
      .for('update');
    if (row?.state !== 'waiting' || row.expiresAt <= deps.clock.now()) throw new PanelError('VISIT_ENDED');
    // Only the staff session that asked may enter.
    if (row.staffSessionHash !== staff.sessionHash) throw new PanelError('VISIT_ENDED');
    if (row.allowedAt === null && !isRight) {
      if (code !== undefined) throw invalid([{ path: 'code', code: 'WRONG_CODE', message: 'Ask the owner again.' }]);
      throw consentNeeded(row);
    }
    return beginVisit(tx, deps.clock, row);
  });
}

/** Checks the code and counts wrong guesses per visit, so that its eight digits can't be guessed within half an hour. */
async function checkCode(deps: VisitDeps & { sealer: Sealer }, visitId: string, code: string): Promise<boolean> {
  const guess = await takeGuess(deps, [{ key: `guess/visit/${visitId}`, limit: CODE_LIMIT }]);
  const isRight = code.replaceAll(/\D/g, '') === visitCode(deps.sealer, visitId);
  await (isRight ? guess.right() : guess.wrong());
  return isRight;
}
