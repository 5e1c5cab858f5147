import type { RecordType, ZoneRecord } from '../dns/index.ts';
import { compareMx, compareSpf } from './compare-mail.ts';
import { compareSite } from './compare-site.ts';
import { compareLoneText, compareOwnership } from './compare-texts.ts';
import { compareTransportPolicy } from './compare-transport-policy.ts';
import type { ExpectedRecord, Purpose } from './expected-record.ts';
import type { Finding } from './finding.ts';

/** Hosts and types whose lookup got no answer. Their expected records are neither there nor missing. */
export type Unanswered = readonly { host: string; type: RecordType }[];

/** What was found for each expected record, and what is in its way. A failed lookup makes its records `unknown`. ADR 18. */
export function compareRecords(
  expected: readonly ExpectedRecord[],
  zone: readonly ZoneRecord[],
  unanswered: Unanswered = [],
): Finding[] {
  return groupsOf(expected).flatMap((group) => {
    const isUnknown = group.some(({ host, type }) =>
      unanswered.some((each) => each.host === host && each.type === type),
    );
    return isUnknown ? group.map(unknownOf) : compareGroup(group, zone);
  });
}

/** Expected records that belong together: the mail servers of a host; a policy's text and host; any other record is alone. */
export function groupsOf(expected: readonly ExpectedRecord[]): ExpectedRecord[][] {
  return [...Map.groupBy(expected, groupOf).values()];
}

const groupOf = (each: ExpectedRecord): ExpectedRecord | string =>
  each.purpose === 'mx' ? `mx ${each.host}` : each.purpose === 'mta-sts' ? each.purpose : each;

/** The findings of one such group. */
export function compareGroup(group: readonly ExpectedRecord[], zone: readonly ZoneRecord[]): Finding[] {
  const [first] = group;
  if (!first) return [];
  if (first.purpose === 'mx') return compareMx(group, zone);
  return first.purpose === 'mta-sts' ? compareTransportPolicy(group, zone) : COMPARE[first.purpose](first, zone);
}

const COMPARE: Record<
  Exclude<Purpose, 'mx' | 'mta-sts'>,
  (expected: ExpectedRecord, zone: readonly ZoneRecord[]) => Finding[]
> = {
  ownership: compareOwnership,
  spf: compareSpf,
  dkim: compareLoneText,
  dmarc: compareLoneText,
  'tls-rpt': compareLoneText,
  a: compareSite,
  cname: compareSite,
};

function unknownOf(expected: ExpectedRecord): Finding {
  return { purpose: expected.purpose, expected, verdict: 'unknown', code: 'LOOK_UP_FAILED', before: [], after: [] };
}
