import { OWNERSHIP_TTL_SECONDS, ROOT_HOST, TTL_DEFAULT_SECONDS, type ZoneRecord } from '../dns/index.ts';

/** What an expected record is for; each purpose has its own rule. */
export type Purpose = 'ownership' | 'mx' | 'spf' | 'dkim' | 'dmarc' | 'mta-sts' | 'tls-rpt' | 'a' | 'cname';

/**
 * What should be in the DNS. `former` are values that we asked for earlier: if found, they are stale rather than foreign. `isOptional`
 * means good to have, and no fault if missing.
 */
export type ExpectedRecord = ZoneRecord & { purpose: Purpose; former?: readonly string[]; isOptional?: true };

/** What the installation expects of a domain. `mxHosts` in their order; `siteA` and `siteCname` are null without a site. */
export type ConnectionTargets = {
  mxHosts: readonly string[];
  spfText: string;
  ownershipText: string;
  siteA: string | null;
  siteCname: string | null;
};

/**
 * The records that connect a domain: MX with priorities of 10 × position (ADR 16), SPF and ownership at the root, the site at `@` and
 * `www`. Spec 2 §9.
 */
export function expectedRecords(targets: ConnectionTargets): ExpectedRecord[] {
  const { mxHosts, spfText, ownershipText, siteA, siteCname } = targets;
  const root = { host: ROOT_HOST, ttlSeconds: TTL_DEFAULT_SECONDS };
  return [
    { ...root, purpose: 'ownership', type: 'TXT', ttlSeconds: OWNERSHIP_TTL_SECONDS, value: ownershipText },
    ...mxHosts.map(
      (host, place): ExpectedRecord => ({ ...root, purpose: 'mx', type: 'MX', value: `${10 * (place + 1)} ${host}` }),
    ),
    { ...root, purpose: 'spf', type: 'TXT', value: spfText },
    ...(siteA === null ? [] : [{ ...root, purpose: 'a', type: 'A', value: siteA } as const]),
    ...(siteCname === null
      ? []
      : [{ ...root, host: 'www', purpose: 'cname', type: 'CNAME', value: siteCname } as const]),
  ];
}

/**
 * The records that a plan is for: the required ones, and those that are good to have. Ownership that counts as verified anyway isn't one.
 * Spec 2 §4.
 */
export const recordsToPlan = (
  expected: readonly ExpectedRecord[],
  { countsOwnership }: { countsOwnership: boolean },
): ExpectedRecord[] => expected.filter(({ purpose }) => purpose !== 'ownership' || countsOwnership);
