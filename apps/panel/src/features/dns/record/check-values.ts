import {
  canUpsertRecord,
  checkRecord,
  type DnsRecord,
  type RecordRefusal,
  ROOT_HOST,
  type StoredRecord,
  TTL_DEFAULT_SECONDS,
  type UpsertRefusal,
} from '@postern/domain/dns';
import type { TextValues } from '../../../lib/i18n/texts.ts';
import type { ZoneView } from '../queries.ts';
import { draftOf, type RecordValues } from './record-values.ts';

export type Problem = { code: RecordRefusal['code']; attrs: TextValues };
/** What is wrong, by field; for values with the index of the wrong one, or null if it is all of them together. */
export type Problems = { host?: Problem; ttl?: Problem; values?: Problem & { place: number | null } };

/**
 * Everything that is wrong with the input, by the rule that the server uses too. The rule reports the first problem, so it runs again
 * without that field.
 */
export function problemsIn(values: RecordValues, zoneName: string): Problems {
  const problems: Problems = {};
  let draft = draftOf(values);
  for (let left = 3; left > 0; left -= 1) {
    const checked = checkRecord(draft, zoneName);
    if (checked.ok) break;
    const { code, attrs } = checked;
    if (checked.field === 'host') {
      problems.host = { code, attrs };
      draft = { ...draft, host: values.type === 'SRV' ? '_sip._tcp' : 'www' };
    } else if (checked.field === 'ttl') {
      problems.ttl = { code, attrs };
      draft = { ...draft, ttl: TTL_DEFAULT_SECONDS };
    } else {
      const alone = draft.values.findIndex((value) => !checkRecord({ ...draft, values: [value] }, zoneName).ok);
      problems.values = { code, attrs, place: alone < 0 ? null : alone };
      break;
    }
  }
  return problems;
}

/** The typed record, if it is valid. */
export function recordIn(values: RecordValues, zoneName: string): DnsRecord | null {
  const checked = checkRecord(draftOf(values), zoneName);
  return checked.ok ? checked.value : null;
}

/** What in the zone conflicts with the record; null if nothing does. */
export function refusalIn(
  record: DnsRecord,
  zone: ZoneView,
  zoneName: string,
  recordId: string | null,
): UpsertRefusal | null {
  const stored = zone.records.map(
    ({ ttl, ...each }): StoredRecord => ({ ...each, ttlSeconds: ttl, host: each.host || ROOT_HOST }),
  );
  const verdict = canUpsertRecord(record, { records: stored, zoneName, maximum: zone.recordLimit }, recordId);
  return verdict.ok ? null : verdict;
}
