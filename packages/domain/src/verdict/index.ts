export { accepted, allowed, refused } from './verdict.ts';
export type { Outcome, Refusal, Verdict } from './verdict.ts';
