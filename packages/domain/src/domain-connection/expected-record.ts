import { OWNERSHIP_TTL_SECONDS, ROOT_HOST, TTL_DEFAULT_SECONDS, type ZoneRecord } from '../dns/index.ts';

/** What an expected record is for; each purpose has its own rule. */
export type Purpose = 'ownership' | 'mx' | 'spf' | 'dkim' | 'dmarc' | 'mta-sts' | 'tls-rpt' | 'a' | 'cname';

/**
 * What should be in the DNS. `former` are values that we asked for earlier: if found, they are stale rather than foreign. `isOptional`
 * means good to have, and no fault if missing.
 */
export type ExpectedRecord = ZoneRecord & { purpose: Purpose; former?: readonly string[]; isOptional?: true };

/**
 * The policy that we recommend to a domain without one: mail that only pretends to come from it goes to spam. A policy of the owner stays.
 * RFC 7489 §6.3.
 */
export const DMARC_RECORD: ExpectedRecord = {
  ...{ purpose: 'dmarc', type: 'TXT', host: '_dmarc', ttlSeconds: TTL_DEFAULT_SECONDS },
  value: 'v=DMARC1; p=quarantine',
};

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
 * The records that a plan is for: the required ones, and those that are good to have. Ownership that counts as verified anyway isn't one,
 * and a DMARC policy only if it is asked for. Spec 2 §4.
 */
export const recordsToPlan = (
  expected: readonly ExpectedRecord[],
  { countsOwnership, withDmarc = false }: { countsOwnership: boolean; withDmarc?: boolean },
): ExpectedRecord[] =>
  expected.filter(({ purpose }) =>
    purpose === 'ownership' ? countsOwnership : purpose === 'dmarc' ? withDmarc : true,
  );
