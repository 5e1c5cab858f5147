import type { ZoneRecord } from '../dns/index.ts';
import type { SpfMergeRefusal, SpfRefusal } from '../spf/index.ts';
import type { ExpectedRecord, Purpose } from './expected-record.ts';

/** How what was found compares with what is wanted. `unknown`: no answer, so nothing can be said. */
type FindingVerdict = 'match' | 'conflict' | 'missing' | 'stale' | 'unknown';

/** What to say and do about a finding, by a code that the panel turns into a sentence. */
export type FindingCode =
  | 'AS_EXPECTED'
  | 'ADD_RECORD'
  | 'REPLACE_OTHER_VALUE'
  | 'REPLACE_FORMER_VALUE'
  | 'REPLACE_INVALID_VALUE'
  | 'REMOVE_OTHER_MAIL_SERVER'
  | 'REMOVE_NULL_MX'
  | 'REMOVE_FORMER_VALUE'
  | 'REMOVE_OTHER_ADDRESS'
  | 'REMOVE_SECOND_RECORD'
  | 'REPLACE_ALIAS'
  | 'MERGE_SPF'
  | 'SPF_ALLOWS_EVERYBODY'
  | 'LOOK_UP_FAILED'
  | 'HOST_HOLDS_OTHER_RECORDS'
  | 'WOULD_BREAK_ZONE'
  | SpfRefusal['code']
  | SpfMergeRefusal['code'];

/**
 * One finding. `before` are the records it is about, `after` what should replace them: the same where all is well, and where only a person
 * can decide. `expected` is null if something is merely in the way.
 */
export type Finding = {
  purpose: Purpose;
  expected: ExpectedRecord | null;
  verdict: FindingVerdict;
  code: FindingCode;
  before: ZoneRecord[];
  after: ZoneRecord[];
};

/** An expected record as a record of the zone. */
export function wantedRecord({ type, host, ttlSeconds, value }: ExpectedRecord): ZoneRecord {
  return { type, host, ttlSeconds, value };
}

/** All is well with these records. */
export function matched(expected: ExpectedRecord, records: ZoneRecord[]): Finding {
  return {
    purpose: expected.purpose,
    expected,
    verdict: 'match',
    code: 'AS_EXPECTED',
    before: records,
    after: records,
  };
}

/** Nothing is there yet. */
export function missing(expected: ExpectedRecord): Finding {
  const after = [wantedRecord(expected)];
  return { purpose: expected.purpose, expected, verdict: 'missing', code: 'ADD_RECORD', before: [], after };
}

/** Something else is there, and this should replace it. */
export function replaced(expected: ExpectedRecord, before: ZoneRecord[], code: FindingCode): Finding {
  const verdict = code === 'REPLACE_FORMER_VALUE' ? 'stale' : 'conflict';
  return { purpose: expected.purpose, expected, verdict, code, before, after: [wantedRecord(expected)] };
}

/** Something is in the way, and should go. */
export function removed(purpose: Purpose, record: ZoneRecord, code: FindingCode): Finding {
  const verdict = code === 'REMOVE_FORMER_VALUE' ? 'stale' : 'conflict';
  return { purpose, expected: null, verdict, code, before: [record], after: [] };
}

/** Only a person can decide; nothing is changed. */
export function blocked(expected: ExpectedRecord, records: ZoneRecord[], code: FindingCode): Finding {
  return { purpose: expected.purpose, expected, verdict: 'conflict', code, before: records, after: records };
}
