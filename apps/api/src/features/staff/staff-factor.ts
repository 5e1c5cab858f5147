import { normaliseRecoveryCode, parseTotpCode, totpSteps } from '@postern/domain/two-factor';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { totpCode } from '../../secrets/totp.ts';
import type { Proof } from '../two-factor/public.ts';
import { spendStaffRecoveryCode, spendStaffStep, type StaffRow } from './staff-repository.ts';

export const staffSecretSeal = (staffId: string): string => `staff-factor:${staffId}`;

/** Checks a code or recovery code. A right one is used up in the caller's transaction. */
export async function checkStaffFactor(
  tx: Queryable,
  { clock, sealer }: { clock: Clock; sealer: Sealer },
  { staffId, sealedSecret }: StaffRow,
  proof: Proof,
): Promise<boolean> {
  const recovery = proof.recoveryCode === undefined ? null : normaliseRecoveryCode(proof.recoveryCode);
  if (recovery !== null) return spendStaffRecoveryCode(tx, staffId, hashToken(recovery));
  const code = parseTotpCode(proof.code ?? '');
  if (!code.ok || sealedSecret === null) return false;
  const secret = Buffer.from(sealer.open(sealedSecret, staffSecretSeal(staffId)), 'base64url');
  const step = totpSteps(clock.now().getTime()).find((one) => totpCode(secret, one) === code.value);
  return step !== undefined && spendStaffStep(tx, staffId, step);
}
