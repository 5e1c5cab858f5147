import { DKIM_ROLL_OVER_DAYS } from './limits.ts';

const DAY_MILLIS = 86_400_000;

/**
 * Whether a key should get a successor: it is enabled, and has been in use for a year. `inUseSinceMillis` is null for a key that never
 * signed.
 */
export function isRollOverDue(
  { isEnabled, inUseSinceMillis }: { isEnabled: boolean; inUseSinceMillis: number | null },
  nowMillis: number,
): boolean {
  return isEnabled && inUseSinceMillis !== null && nowMillis - inUseSinceMillis >= DKIM_ROLL_OVER_DAYS * DAY_MILLIS;
}
