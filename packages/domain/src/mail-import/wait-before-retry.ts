const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Why an import waits: the source asked us to slow down, or it can't be reached or used right now. */
export type WaitReason = 'throttled' | 'unreachable';

const FIRST: Record<WaitReason, number> = { throttled: MINUTE, unreachable: 10 * SECOND };
const LONGEST: Record<WaitReason, number> = { throttled: 60 * MINUTE, unreachable: 15 * MINUTE };

/**
 * How long an import waits before it continues, in milliseconds: each time twice as long, up to a limit. `failures` counts the tries in a
 * row that moved nothing.
 */
export const waitBeforeRetry = (reason: WaitReason, failures: number): number =>
  Math.min(FIRST[reason] * 2 ** Math.min(Math.max(failures - 1, 0), 20), LONGEST[reason]);
