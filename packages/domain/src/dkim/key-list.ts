import { type Refusal, refused, accepted, type Outcome } from '../verdict/index.ts';
import { DKIM_GRACE_HOURS } from './limits.ts';

const HOUR_MILLIS = 3_600_000;

/**
 * The stages of a key's life. `inactive`: new, or disabled; `verifying`: its record is being looked up; `active`: seen in the DNS at least
 * once; `deleting`: gone from the list, but it may still sign for the hours of grace. Spec 2 §4.
 */
type DkimStatus = 'inactive' | 'verifying' | 'active' | 'deleting';

/**
 * A key of a domain. At most one is enabled. `signsUntilMillis` is how long a disabled or deleted key still signs; null if it never signed.
 */
export type DkimKey = { dkimId: string; status: DkimStatus; isEnabled: boolean; signsUntilMillis: number | null };

export type DkimListRefusal = Refusal<
  'DKIM_NOT_FOUND' | 'DKIM_NOT_VERIFIED' | 'DKIM_IS_DELETING',
  Record<never, never>
>;

/** The enabled key first, the others in their order. Spec 2 §4. */
export function sortDkimKeys<K extends DkimKey>(keys: readonly K[]): K[] {
  return [...keys.filter(({ isEnabled }) => isEnabled), ...keys.filter(({ isEnabled }) => !isEnabled)];
}

/** The look-up of a key's record has begun. */
export function startVerifyingDkimKey<K extends DkimKey>(
  keys: readonly K[],
  dkimId: string,
): Outcome<K[], DkimListRefusal> {
  return changeKey(keys, dkimId, (key) => (key.status === 'inactive' ? { ...key, status: 'verifying' } : key));
}

/**
 * The record is missing, or holds another key: the key keeps waiting. A key that was active stays active, as a lookup never disables one.
 */
export function failDkimKey<K extends DkimKey>(keys: readonly K[], dkimId: string): Outcome<K[], DkimListRefusal> {
  return changeKey(keys, dkimId, (key) => (key.status === 'verifying' ? { ...key, status: 'inactive' } : key));
}

/** The record was seen: the key goes to the top and is enabled. All others are disabled and sign for the hours of grace. Spec 2 §4. */
export function verifyDkimKey<K extends DkimKey>(
  keys: readonly K[],
  dkimId: string,
  nowMillis: number,
): Outcome<K[], DkimListRefusal> {
  const seen = changeKey(keys, dkimId, (key) => ({ ...key, status: 'active' }));
  return seen.ok ? enableDkimKey(seen.value, dkimId, nowMillis) : seen;
}

/** Switches to a key that was verified before. All others are disabled and sign for the hours of grace. */
export function enableDkimKey<K extends DkimKey>(
  keys: readonly K[],
  dkimId: string,
  nowMillis: number,
): Outcome<K[], DkimListRefusal> {
  const key = keys.find((each) => each.dkimId === dkimId);
  if (!key) return refused('DKIM_NOT_FOUND', {});
  if (key.status === 'deleting') return refused('DKIM_IS_DELETING', {});
  if (key.status !== 'active') return refused('DKIM_NOT_VERIFIED', {});
  const enabled: K = { ...key, isEnabled: true, signsUntilMillis: null };
  const others = keys.filter((each) => each.dkimId !== dkimId).map((each) => disabled(each, nowMillis));
  return accepted([enabled, ...others]);
}

/** Deletes a key. One that signs stays for the hours of grace as `deleting`; any other is gone at once. */
export function deleteDkimKey<K extends DkimKey>(
  keys: readonly K[],
  dkimId: string,
  nowMillis: number,
): Outcome<K[], DkimListRefusal> {
  const key = keys.find((each) => each.dkimId === dkimId);
  if (!key) return refused('DKIM_NOT_FOUND', {});
  if (key.status === 'deleting') return refused('DKIM_IS_DELETING', {});
  const left = disabled(key, nowMillis);
  const others = keys.filter((each) => each.dkimId !== dkimId);
  return accepted(signsNow(left, nowMillis) ? [...sortDkimKeys(others), { ...left, status: 'deleting' }] : others);
}

function signsNow(key: DkimKey, nowMillis: number): boolean {
  return key.isEnabled || (key.signsUntilMillis !== null && nowMillis < key.signsUntilMillis);
}

function disabled<K extends DkimKey>(key: K, nowMillis: number): K {
  return key.isEnabled
    ? { ...key, isEnabled: false, signsUntilMillis: nowMillis + DKIM_GRACE_HOURS * HOUR_MILLIS }
    : key;
}

function changeKey<K extends DkimKey>(
  keys: readonly K[],
  dkimId: string,
  change: (key: K) => K,
): Outcome<K[], DkimListRefusal> {
  const key = keys.find((each) => each.dkimId === dkimId);
  if (!key) return refused('DKIM_NOT_FOUND', {});
  if (key.status === 'deleting') return refused('DKIM_IS_DELETING', {});
  return accepted(keys.map((each) => (each === key ? change(each) : each)));
}
