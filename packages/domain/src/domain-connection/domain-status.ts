import { type CheckFailure, effectOfFailure, isConnected, type VerifiedPurposes } from './connection-state.ts';

/** `verifying`: some of it isn't there yet. `unknown`: no lookup got an answer. Spec 2 §4, Domain status. */
export type DomainStatus = 'verified' | 'unverified' | 'verifying' | 'unknown';

type Known = {
  verified: VerifiedPurposes;
  countsOwnership: boolean;
  /** Whether the domain has a mail plan; otherwise its site counts. */
  hasMail: boolean;
  /** Null: the last check got an answer. */
  failure: CheckFailure | null;
  wasChecked: boolean;
};

/**
 * One word for a domain's mail, or for its site if it has no mail. What was verified stays so while lookups fail (ADR 18). `verifying`
 * where a part of it is verified.
 */
export function domainStatus({ verified, failure, wasChecked, ...sold }: Known): DomainStatus {
  if (isConnected(verified, sold)) return 'verified';
  if (!wasChecked || (failure !== null && effectOfFailure(failure).isUnknown)) return 'unknown';
  const wanted = sold.hasMail ? (['mx', 'spf', 'ownership'] as const) : (['a', 'cname'] as const);
  const isBegun = wanted.some((purpose) => verified[purpose] === true);
  return isBegun ? 'verifying' : 'unverified';
}
