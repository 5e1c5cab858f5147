import { TOTP_CHALLENGE_TTL_SECONDS } from '@postern/domain/two-factor';
import type { SessionActor } from '../../http/request-context.ts';
import { hashToken } from '../../secrets/tokens.ts';
import type { FactorDeps } from './check-factor.ts';

type Signer = Pick<SessionActor, 'customerId' | 'mailboxId' | 'partnerId' | 'role' | 'email'> & {
  /** Null for a customer login, whose first bundle is chosen at the end. */
  bundleId: string | null;
};
/**
 * Names the person who gave the right password or whom the partner vouched for, with a mark of the password, so that a new password
 * invalidates the challenge.
 */
export type Challenge = Signer & { passwordMark: string; expiresAtMillis: number; isVouched?: boolean };

const SEAL = 'totp-challenge';

export const passwordMark = (passwordHash: string | null): string => hashToken(`mark:${passwordHash ?? ''}`);

/**
 * What a sign-in returns if a code must follow. Sealed, so that only the panel can make or read one. `isVouched`: the partner vouched for
 * the person, who gave no password.
 */
export function sealChallenge(
  { clock, sealer }: FactorDeps,
  signer: Signer,
  passwordHash: string | null,
  isVouched = false,
): string {
  const { customerId, mailboxId, partnerId, role, email, bundleId } = signer;
  const expiresAtMillis = clock.now().getTime() + TOTP_CHALLENGE_TTL_SECONDS * 1000;
  const who = { customerId, mailboxId, partnerId, role, email, bundleId };
  return sealer.seal(
    JSON.stringify({ ...who, passwordMark: passwordMark(passwordHash), expiresAtMillis, isVouched }),
    SEAL,
  );
}

/** Null if we didn't make it, or if it has expired. */
export function openChallenge({ clock, sealer }: FactorDeps, text: string): Challenge | null {
  try {
    const challenge = JSON.parse(sealer.open(text, SEAL)) as Challenge;
    return challenge.expiresAtMillis > clock.now().getTime() ? challenge : null;
  } catch {
    return null;
  }
}
