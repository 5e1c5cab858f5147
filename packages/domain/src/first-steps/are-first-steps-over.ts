import { FIRST_STEPS, type FirstStepsFacts, firstSteps } from './first-steps.ts';

/** After this long a customer whose mail arrives has found their own way, with or without the list. */
const BEGINNING_MILLIS = 60 * 24 * 3_600_000;

/**
 * Whether the list of first steps is no longer shown: everything is done, or the customer has been here for two months and mail arrives.
 * Without a mail plan (`boughtAtMillis` null) there are no steps. Times in milliseconds since 1970.
 */
export function areFirstStepsOver(facts: FirstStepsFacts, boughtAtMillis: number | null, nowMillis: number): boolean {
  if (boughtAtMillis === null) return true;
  const states = firstSteps(facts);
  const isOld = nowMillis - boughtAtMillis > BEGINNING_MILLIS;
  return FIRST_STEPS.every((step) => states[step] === 'done') || (isOld && states.domain === 'done');
}
