export { loadFirstSteps, prepareFirstSteps } from './prepare-first-steps.ts';
export { type ShownSteps, useFirstSteps } from './use-first-steps.ts';
export { useSeenSteps } from './seen-steps.ts';
