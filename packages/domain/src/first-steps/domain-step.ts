import type { DomainMailState } from '../domain-connection/index.ts';

/** What is known about a domain, as far as the list of first steps needs it. */
export type DomainFacts = {
  status: 'verified' | 'unverified' | 'verifying' | 'unknown';
  /** Whether mail from outside is accepted; unknown for a domain without a mail plan. */
  mailReceives?: boolean | undefined;
  mailState?: DomainMailState | undefined;
  /** Whether a name server has ever answered. */
  wasAnswered: boolean;
  /** Whether the last check got no complete answer. */
  hasFailed: boolean;
  /** When a person had us set the records, in milliseconds since 1970; null if nobody did, or it was undone. */
  setAtMillis: number | null;
};

/**
 * - `connected`: the records are there, and mail arrives.
 * - `checking`: nobody has answered yet, and the first check is running or due.
 * - `set`: we have set the records, and the check hasn't seen all of them yet.
 * - `left`: the MX record led here and now leads elsewhere.
 * - `open`: records are missing.
 */
export type DomainStep = 'connected' | 'checking' | 'set' | 'left' | 'open';

/** After this time we no longer say that it takes minutes. */
export const SLOW_CHECK_MILLIS = 3_600_000;

export function domainStep(facts: DomainFacts): DomainStep {
  if (facts.status === 'verified' && facts.mailReceives !== false) return 'connected';
  if (facts.mailState === 'moved-away') return 'left';
  if (facts.setAtMillis !== null) return 'set';
  return facts.wasAnswered || facts.hasFailed ? 'open' : 'checking';
}
