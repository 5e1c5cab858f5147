import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

const SHORTEST = 5;

/** Checks that a reason has at least a few letters, because the owner reads it. */
export const checkVisitReason = (reason: string): Verdict<Refusal<'REASON_TOO_SHORT'>> =>
  reason.trim().length >= SHORTEST ? allowed : refused('REASON_TOO_SHORT', {});
