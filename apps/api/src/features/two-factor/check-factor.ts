import { normaliseRecoveryCode, parseTotpCode, totpSteps } from '@postern/domain/two-factor';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { totpCode } from '../../secrets/totp.ts';
import { type FactorKey, type FactorRow, spendRecoveryCode, spendStep } from './second-factor-repository.ts';

/** A proof of the second factor: a code from the app, or a recovery code. */
export type Proof = { code?: string | undefined; recoveryCode?: string | undefined };
export type FactorDeps = { clock: Clock; sealer: Sealer };

/** The context that the secret is sealed to: its row. */
export const factorSeal = ({ customerId, loginId }: FactorKey): string => `second-factor:${customerId}:${loginId}`;

/** Whether the proof is right. A right proof is used up in the caller's transaction. */
export async function checkFactor(
  tx: Queryable,
  { clock, sealer }: FactorDeps,
  row: FactorRow,
  proof: Proof,
): Promise<boolean> {
  const recovery = proof.recoveryCode === undefined ? null : normaliseRecoveryCode(proof.recoveryCode);
  if (recovery !== null) return spendRecoveryCode(tx, row, hashToken(recovery));
  const code = parseTotpCode(proof.code ?? '');
  if (!code.ok) return false;
  const secret = Buffer.from(sealer.open(row.sealedSecret, factorSeal(row)), 'base64url');
  const step = totpSteps(clock.now().getTime()).find((one) => totpCode(secret, one) === code.value);
  return step !== undefined && spendStep(tx, row, step);
}
