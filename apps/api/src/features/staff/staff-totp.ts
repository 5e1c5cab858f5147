import { CODE_LIMIT } from '@postern/domain/sign-in';
import { otpauthUrl, RECOVERY_CODE_COUNT } from '@postern/domain/two-factor';
import type { Database } from '../../db/client.ts';
import { takeGuess } from '../../http/guesses.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { StaffContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { newRecoveryCode, newTotpSecret, toBase32 } from '../../secrets/totp.ts';
import { writeStaffAudit } from './staff-audit.ts';
import { checkStaffFactor, staffSecretSeal } from './staff-factor.ts';
import { deleteOtherStaffSessions, lockStaff, updateStaff } from './staff-repository.ts';
import { companyOf } from './staff-view.ts';

type Deps = { db: Database; clock: Clock; sealer: Sealer };

/** Makes a secret for the authenticator app. It takes effect once its first code is entered. */
export async function startStaffTotp(deps: Deps, { staff }: StaffContext) {
  const secret = newTotpSecret();
  const sealedSecret = deps.sealer.seal(secret.toString('base64url'), staffSecretSeal(staff.staffId));
  const issuer = await deps.db.asSystem(async (tx) => {
    const row = await lockStaff(tx, staff.staffId);
    if (row === null || row.twoFactorAt !== null) throw new PanelError('TOTP_ENABLED');
    await updateStaff(tx, staff.staffId, { sealedSecret, lastStep: 0 });
    return companyOf(tx, staff.partnerId);
  });
  const shown = toBase32(secret).toUpperCase();
  return { otpauthUrl: otpauthUrl(issuer, staff.email, shown), secret: shown };
}

/** Turns on two-factor sign-in once the first code is right. Only this answer shows the recovery codes. */
export async function enableStaffTotp(
  deps: Deps,
  { staff }: StaffContext,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { staffId } = staff;
  const recoveryCodes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  const guess = await takeGuess(deps, [{ key: `guess/code/staff/${staffId}`, limit: CODE_LIMIT }]);
  let isWrong = false;
  try {
    await deps.db.asSystem(async (tx) => {
      const row = await lockStaff(tx, staffId);
      if (row === null || row.twoFactorAt !== null) throw new PanelError('TOTP_ENABLED');
      isWrong = !(await checkStaffFactor(tx, deps, row, { code }));
      if (isWrong)
        throw invalid([{ path: 'code', code: 'WRONG_CODE', message: 'Enter the code that the app shows now.' }]);
      const recoveryHashes = recoveryCodes.map((one) => hashToken(one.replaceAll('-', '')));
      await updateStaff(tx, staffId, { twoFactorAt: deps.clock.now(), recoveryHashes });
      // Other sessions began without a code.
      await deleteOtherStaffSessions(tx, staffId, staff.sessionHash);
      await writeStaffAudit(tx, deps.clock, { staffId, action: 'staff.two-factor-enabled' });
    });
  } finally {
    await (isWrong ? guess.wrong() : guess.right());
  }
  return { recoveryCodes };
}
