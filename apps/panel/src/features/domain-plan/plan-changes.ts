import type { PlanChange } from './queries.ts';

/** What the plan changes by itself. */
export const changesToMake = (changes: readonly PlanChange[]): PlanChange[] =>
  changes.filter(({ action }) => action !== 'leave');

/** What only a person can decide. */
export const decisionsLeft = (changes: readonly PlanChange[]): PlanChange[] =>
  changes.filter(({ action, why }) => action === 'leave' && why.verdict !== 'match');

const keyOf = ({ action, before, after, why }: PlanChange): string =>
  JSON.stringify([action, before, after, why.purpose, why.code]);

/** What a plan made anew has that the one looked at before had not, and how many steps of that one are gone. */
export function differenceOf(shown: readonly PlanChange[], now: readonly PlanChange[]) {
  const [old, fresh] = [new Set(changesToMake(shown).map(keyOf)), new Set(changesToMake(now).map(keyOf))];
  return {
    isNew: (change: PlanChange): boolean => fresh.has(keyOf(change)) && !old.has(keyOf(change)),
    gone: [...old].filter((key) => !fresh.has(key)).length,
  };
}
