import { useState } from 'react';
import { useSession } from '../../../lib/session/session-store.ts';
import { useAfterPress } from '../../../lib/forms/use-after-press.ts';
import { type Problems, problemsIn, recordIn, refusalIn } from './check-values.ts';
import type { DnsRecordView, ZoneView } from '../queries.ts';
import { isSameRecord, type RecordValues } from './record-values.ts';
import { type Obstacle, obstacleOfServer, problemsOfServer } from './server-refusal.ts';

type Field = 'host' | 'ttl' | 'values';

/** What is typed of a record, and what is wrong with it as far as somebody has come. `failure` is the server's word on what was `sent`. */
export function useRecordForm(
  start: { values: RecordValues; recordId: string | null },
  zone: ZoneView,
  failure: Error | null,
) {
  const { domain = '' } = useSession();
  const [{ values, recordId, base }, setForm] = useState(() => ({ ...start, base: recordOf(zone, start.recordId) }));
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const afterPress = useAfterPress();
  const [sent, setSent] = useState<RecordValues | null>(null);
  const wrong = problemsIn(values, domain);
  const record = recordIn(values, domain);
  // The server's word holds for what it was asked, and no longer.
  const isAnswered = failure !== null && sent === values;
  const refused = isAnswered ? problemsOfServer(failure) : {};
  const isSeen = (field: Field) => touched.has(field) || sent !== null;
  const problems: Problems = {
    ...(isSeen('host') && wrong.host ? { host: wrong.host } : refused.host ? { host: refused.host } : {}),
    ...(isSeen('ttl') && wrong.ttl ? { ttl: wrong.ttl } : refused.ttl ? { ttl: refused.ttl } : {}),
    ...(isSeen('values') && wrong.values ? { values: wrong.values } : refused.values ? { values: refused.values } : {}),
  };
  // A retry whose first answer got lost finds what it wanted.
  const isThere = record !== null && recordId === null && zone.records.some((each) => isSameRecord(record, each));
  const isFull = recordId === null && zone.records.length >= zone.recordLimit;
  const inTheWay: Obstacle | null = record && !isThere ? refusalIn(record, zone, domain, recordId) : null;
  const current = recordOf(zone, recordId);
  const isChanged = current !== null && base !== null && fingerprint(current) !== fingerprint(base);
  return {
    values,
    recordId,
    record,
    isThere,
    problems,
    /** The record as somebody else has left it since it was opened, unless that is what was typed. */
    changed: isChanged && !(record && isSameRecord(record, current)) ? current : null,
    /** Shown once the record is whole; a name that is not done yet is in nobody's way. That there is no room is known before. */
    obstacle:
      (isSeen('values') ? inTheWay : null) ??
      (isAnswered ? obstacleOfServer(failure) : null) ??
      (isFull && !isThere ? { code: 'RECORD_LIMIT_REACHED' as const, attrs: { maximum: zone.recordLimit } } : null),
    change: (changes: Partial<RecordValues>) => setForm({ recordId, base, values: { ...values, ...changes } }),
    touch: (field: Field) => afterPress(() => setTouched((before) => new Set([...before, field]))),
    /** Goes on with another record of the zone, or with this one as a new one. */
    goOn: (next: { recordId: string | null; values: RecordValues }) => {
      setForm({ ...next, base: recordOf(zone, next.recordId) });
      setTouched(new Set());
      setSent(null);
    },
    /** Marks what is typed as sent; the first field that is wrong, or null where it may go. */
    send: (): Field | 'obstacle' | null => {
      setSent(values);
      const first = (['host', 'values', 'ttl'] as const).find((field) => wrong[field]);
      return first ?? (inTheWay ? 'obstacle' : null);
    },
  };
}

const recordOf = ({ records }: ZoneView, recordId: string | null): DnsRecordView | null =>
  records.find((each) => each.recordId === recordId) ?? null;

const fingerprint = ({ type, host, ttl, values }: DnsRecordView): string => JSON.stringify([type, host, ttl, values]);
