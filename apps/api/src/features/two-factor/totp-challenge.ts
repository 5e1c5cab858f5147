import { TOTP_CHALLENGE_TTL_SECONDS } from '@postern/domain/two-factor';
import type { SessionActor } from '../../http/request-context.ts';
import { hashToken } from '../../secrets/tokens.ts';
import type { FactorDeps } from './check-factor.ts';

type Signer = Pick<SessionActor, 'customerId' | 'mailboxId' | 'partnerId' | 'role' | 'email'> & {
  /** Null: where a customer begins. */
  bundleId: string | null;
};
/** Who has shown the right password, and a mark of that password: a new one makes the challenge worthless. */
export type Challenge = Signer & { passwordMark: string; expiresAtMillis: number };

const SEAL = 'totp-challenge';

export const passwordMark = (passwordHash: string | null): string => hashToken(`mark:${passwordHash ?? ''}`);

/** What a sign-in gives that a code has to follow; sealed, so that only the panel reads or makes one. */
export function sealChallenge({ clock, sealer }: FactorDeps, signer: Signer, passwordHash: string | null): string {
  const { customerId, mailboxId, partnerId, role, email, bundleId } = signer;
  const expiresAtMillis = clock.now().getTime() + TOTP_CHALLENGE_TTL_SECONDS * 1000;
  const who = { customerId, mailboxId, partnerId, role, email, bundleId };
  return sealer.seal(JSON.stringify({ ...who, passwordMark: passwordMark(passwordHash), expiresAtMillis }), SEAL);
}

/** Null for what we didn't make, or made too long ago. */
export function openChallenge({ clock, sealer }: FactorDeps, text: string): Challenge | null {
  try {
    const challenge = JSON.parse(sealer.open(text, SEAL)) as Challenge;
    return challenge.expiresAtMillis > clock.now().getTime() ? challenge : null;
  } catch {
    return null;
  }
}
