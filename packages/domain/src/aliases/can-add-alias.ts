import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

export type AddAliasRefusal = Refusal<'ALIAS_LIMIT_REACHED', { limit: number }>;

/** Whether a mailbox may have one more alias; the limit is the plan's (`aliasLimitOf`). Spec 2 §9. */
export function canAddAlias(count: number, limit: number): Verdict<AddAliasRefusal> {
  return count < limit ? allowed : refused('ALIAS_LIMIT_REACHED', { limit });
}
