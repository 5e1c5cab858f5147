import type { Purpose } from './expected-record.ts';
import type { Finding } from './finding.ts';

/** What is verified about a domain. A purpose that was never checked isn't verified. */
export type VerifiedPurposes = Partial<Record<Purpose, boolean>>;

/** Why the lookup of a name failed, in the words of the panel's error catalogue. Spec 2 §8, DNS check. */
export type CheckFailure =
  | 'LOOKUP_TIMEOUT'
  | 'HOST_NOT_FOUND'
  | 'DOMAIN_NOT_FOUND'
  | 'NAME_SERVER_NOT_FOUND'
  | 'ZONE_INACTIVE'
  | 'OTHER';

/**
 * What is verified after a check. Only an answer changes anything: what couldn't be looked up stays as it was (ADR 18). A purpose is
 * verified when everything found for it is as expected, and nothing is in its way.
 */
export function verifiedAfter(before: VerifiedPurposes, findings: readonly Finding[]): VerifiedPurposes {
  const after = { ...before };
  for (const [purpose, group] of Map.groupBy(findings, (finding) => finding.purpose)) {
    if (group.some(({ verdict }) => verdict === 'unknown')) continue;
    after[purpose] = group.every((finding) => finding.verdict === 'match' || isHarmless(finding));
  }
  return after;
}

/** An older ownership token next to the right one proves nothing and disproves nothing. */
function isHarmless({ purpose, verdict, expected }: Finding): boolean {
  return purpose === 'ownership' && verdict === 'stale' && expected === null;
}

/**
 * Mail is connected when ownership, MX and SPF are verified; `countsOwnership` is false where ownership counts as verified anyway. Spec 2
 * §4.
 */
function isMailConnected(verified: VerifiedPurposes, countsOwnership: boolean): boolean {
  return Boolean(verified.mx && verified.spf && (verified.ownership || !countsOwnership));
}

/** A domain is connected when its mail is; one that has a site and no mail, when its site is. */
export function isConnected(
  verified: VerifiedPurposes,
  { countsOwnership, hasMail }: { countsOwnership: boolean; hasMail: boolean },
): boolean {
  return hasMail ? isMailConnected(verified, countsOwnership) : isSiteConnected(verified);
}

/** A site is connected when A and CNAME both are. Spec 2 §4. */
function isSiteConnected(verified: VerifiedPurposes): boolean {
  return Boolean(verified.a && verified.cname);
}

/**
 * What the panel shows and remembers after a failed check: the flags of the answer, and whether the browser keeps
 * `domainConnectStatus=unknown` for a day. Spec 2 §8, DNS check.
 */
export function effectOfFailure(failure: CheckFailure): {
  LookupTimeout: boolean;
  DomainNotFound: boolean;
  isUnknown: boolean;
} {
  const DomainNotFound = failure === 'HOST_NOT_FOUND' || failure === 'DOMAIN_NOT_FOUND';
  return { LookupTimeout: failure === 'LOOKUP_TIMEOUT', DomainNotFound, isUnknown: !DomainNotFound };
}
