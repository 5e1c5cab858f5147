import { TOTP_CHALLENGE_TTL_SECONDS } from '@postern/domain/two-factor';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { markOf } from './password-mark.ts';
import type { StaffRow } from './staff-repository.ts';

type Challenge = { staffId: string; email: string; passwordMark: string; expiresAtMillis: number };

/** Differs from the seal of customers' challenges, so that neither works for the other's sign-in. */
const SEAL = 'staff-totp-challenge';

/** Names the account whose password was right. Sealed, so that only the panel can make or read one. */
export function sealStaffChallenge({ clock, sealer }: { clock: Clock; sealer: Sealer }, row: StaffRow): string {
  const expiresAtMillis = clock.now().getTime() + TOTP_CHALLENGE_TTL_SECONDS * 1000;
  const { staffId, email } = row;
  return sealer.seal(JSON.stringify({ staffId, email, passwordMark: markOf(row), expiresAtMillis }), SEAL);
}

/** Null if we didn't make it, or if it has expired. */
export function openStaffChallenge(
  { clock, sealer }: { clock: Clock; sealer: Sealer },
  text: string,
): Challenge | null {
  try {
    const challenge = JSON.parse(sealer.open(text, SEAL)) as Challenge;
    return challenge.expiresAtMillis > clock.now().getTime() ? challenge : null;
  } catch {
    return null;
  }
}
