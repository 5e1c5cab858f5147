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

/** What senders are told about TLS to our servers; null where the operator doesn't offer it. */
export type TransportTargets = {
  /** The text at `_mta-sts`, the texts of ours before it, and the host that serves the policy. RFC 8461. */
  sts: { text: string; formerTexts: readonly string[]; policyHost: string } | null;
  /** The operator's address for reports. RFC 8460. */
  reportsTo: string | null;
};

/**
 * The records that make senders encrypt mail to a domain and report when they can't. All of them are recommended only, and a policy or an
 * address of the owner stays.
 */
export function transportRecords({ sts, reportsTo }: TransportTargets): ExpectedRecord[] {
  const ttlSeconds = TTL_DEFAULT_SECONDS;
  const policy: ExpectedRecord[] =
    sts === null
      ? []
      : [
          { purpose: 'mta-sts', type: 'CNAME', host: 'mta-sts', ttlSeconds, value: sts.policyHost },
          { purpose: 'mta-sts', type: 'TXT', host: '_mta-sts', ttlSeconds, value: sts.text, former: sts.formerTexts },
        ];
  const reports = `v=TLSRPTv1; rua=mailto:${reportsTo ?? ''}`;
  return reportsTo === null
    ? policy
    : [...policy, { purpose: 'tls-rpt', type: 'TXT', host: '_smtp._tls', ttlSeconds, value: reports }];
}

/** Good to have: mail arrives and is trusted without them. */
const RECOMMENDED_PURPOSES: readonly Purpose[] = ['dmarc', 'mta-sts', 'tls-rpt'];

/** What the installation expects of a domain's records. `mxHosts` in their order; `siteA` and `siteCname` are null without a site. */
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
 * The records that a plan is for: the required ones, and second ones that are good to have. Ownership that counts as verified anyway isn't
 * one, and recommended ones (DMARC, MTA-STS, reports about TLS) only if they are asked for. Spec 2 §4.
 */
export const recordsToPlan = (
  expected: readonly ExpectedRecord[],
  { countsOwnership, withRecommended = false }: { countsOwnership: boolean; withRecommended?: boolean },
): ExpectedRecord[] =>
  expected.filter(({ purpose }) =>
    purpose === 'ownership' ? countsOwnership : withRecommended || !RECOMMENDED_PURPOSES.includes(purpose),
  );
