import { type CheckFailure, effectOfFailure, isConnected, type VerifiedPurposes } from './connection-state.ts';

/** `verifying`: looked for, and not seen in full yet. `unknown`: nobody could say. Spec 2 §4, Domain status. */
export type DomainStatus = 'verified' | 'unverified' | 'verifying' | 'unknown';

type Known = {
  verified: VerifiedPurposes;
  countsOwnership: boolean;
  /** Whether mail is sold for the domain; else it is about its site. */
  hasMail: boolean;
  /** Null: the last check came to an answer. */
  failure: CheckFailure | null;
  wasChecked: boolean;
};

/**
 * One word for a domain's mail, or for its site where it has no mail. What was verified stays so while nobody answers (ADR 18); part of it
 * is on its way.
 */
export function domainStatus({ verified, failure, wasChecked, ...sold }: Known): DomainStatus {
  if (isConnected(verified, sold)) return 'verified';
  if (!wasChecked || (failure !== null && effectOfFailure(failure).isUnknown)) return 'unknown';
  const wanted = sold.hasMail ? (['mx', 'spf', 'ownership'] as const) : (['a', 'cname'] as const);
  const isBegun = wanted.some((purpose) => verified[purpose] === true);
  return isBegun ? 'verifying' : 'unverified';
}
