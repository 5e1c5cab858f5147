import { useState } from 'react';
import { useSession } from '../../lib/session-store.ts';
import { type Problems, problemsIn, recordIn, refusalIn } from './check-values.ts';
import type { ZoneView } from './queries.ts';
import type { RecordValues } from './record-values.ts';
import { type Obstacle, obstacleOfServer, problemsOfServer } from './server-refusal.ts';

type Field = 'host' | 'ttl' | 'values';

/** What is typed of a record, and what is wrong with it as far as somebody has come. `failure` is the server's word on what was `sent`. */
export function useRecordForm(
  start: { values: RecordValues; recordId: string | null },
  zone: ZoneView,
  failure: Error | null,
) {
  const { domain = '' } = useSession();
  const [{ values, recordId }, setForm] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
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
  const inTheWay: Obstacle | null = record && refusalIn(record, zone, domain, recordId);
  return {
    values,
    recordId,
    record,
    problems,
    /** Shown once the record is whole; a name that is not done yet is in nobody's way. */
    obstacle: (isSeen('values') ? inTheWay : null) ?? (isAnswered ? obstacleOfServer(failure) : null),
    change: (changes: Partial<RecordValues>) => setForm({ recordId, values: { ...values, ...changes } }),
    touch: (field: Field) => setTouched(new Set([...touched, field])),
    /** Goes on with another record of the zone, or with this one as a new one. */
    goOn: (next: { recordId: string | null; values: RecordValues }) => {
      setForm(next);
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
