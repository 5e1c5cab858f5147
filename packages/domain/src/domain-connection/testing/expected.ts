import type { RecordType, ZoneRecord } from '../../dns/index.ts';
import { type ExpectedRecord, expectedRecords } from '../index.ts';

export const SPF = 'v=spf1 include:spf.postern.test ~all';
export const TOKEN = 'postern-verification=abc';

/** What an installation with a site expects of a domain. */
export const EXPECTED = expectedRecords({
  mxHosts: ['mx1.postern.test', 'mx2.postern.test'],
  spfText: SPF,
  ownershipText: TOKEN,
  siteA: '192.0.2.10',
  siteCname: 'site.postern.test',
});

/** A record of a zone. */
export function r(type: RecordType, host: string, value: string, ttlSeconds = 3600): ZoneRecord {
  return { type, host, ttlSeconds, value };
}

/** The expected records of one purpose, with values that were expected earlier. */
export function only(purpose: ExpectedRecord['purpose'], former: string[] = []): ExpectedRecord[] {
  return EXPECTED.filter((each) => each.purpose === purpose).map((each) => ({ ...each, former }));
}
