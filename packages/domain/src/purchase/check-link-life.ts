import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

/** How far the clock of a partner's shop may differ from ours. */
const DRIFT_SECONDS = 300;

export type LinkLifeRefusal =
  | Refusal<'LINK_LIVES_TOO_LONG', { maximumHours: number }>
  | Refusal<'LINK_FROM_THE_FUTURE', Record<never, never>>;

/**
 * Whether a purchase link lives no longer than its partner's links may. A link without `iat` doesn't say when it was made, so its end
 * counts from now. Times are in seconds since 1970. ADR 6.
 */
export function checkLinkLife(
  { issuedAtSeconds, expiresAtSeconds }: { issuedAtSeconds: number | null; expiresAtSeconds: number },
  nowSeconds: number,
  maximumHours: number,
): Verdict<LinkLifeRefusal> {
  if (issuedAtSeconds !== null && issuedAtSeconds > nowSeconds + DRIFT_SECONDS)
    return refused('LINK_FROM_THE_FUTURE', {});
  const livesSeconds = expiresAtSeconds - (issuedAtSeconds ?? nowSeconds + DRIFT_SECONDS);
  return livesSeconds <= maximumHours * 3600 ? allowed : refused('LINK_LIVES_TOO_LONG', { maximumHours });
}
