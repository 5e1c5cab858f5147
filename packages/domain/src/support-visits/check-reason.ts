import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

const SHORTEST = 5;

/** A reason says something to the owner who reads it: a few letters at least. */
export const checkVisitReason = (reason: string): Verdict<Refusal<'REASON_TOO_SHORT'>> =>
  reason.trim().length >= SHORTEST ? allowed : refused('REASON_TOO_SHORT', {});
