import type { DnsRecord } from '@postern/domain/dns';
import { useState } from 'react';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import type { DnsRecordView, ZoneView } from '../queries.ts';
import { type Problems, problemsIn, recordIn, refusalIn } from './check-values.ts';
import { isSameRecord, type RecordValues } from './record-values.ts';
import { type Obstacle, obstacleOfServer, problemsOfServer } from './server-refusal.ts';

/** Where the form begins, or goes on: a record of the zone, or a new one. */
export type RecordStart = { recordId: string | null; values: RecordValues };

type Options = {
  start: RecordStart;
  zone: ZoneView;
  failure: Error | null;
  onSave: (record: DnsRecord, recordId: string | null) => void;
  /** The zone has exactly this record: a retry whose first answer got lost finds what it wanted. */
  onThere: (record: DnsRecord) => void;
};

/** What is typed of a record, and what is wrong with it. */
export function useRecordForm({ start, zone, failure, onSave, onThere }: Options) {
  const { domain = '' } = useSession();
  const [{ recordId, base }, setEdited] = useState(() => edited(zone, start.recordId));
  const isThere = (record: DnsRecord) => recordId === null && zone.records.some((each) => isSameRecord(record, each));
  function obstacleIn(values: RecordValues): Obstacle | null {
    const record = recordIn(values, domain);
    return record && !isThere(record) ? refusalIn(record, zone, domain, recordId) : null;
  }
  const form = useForm({
    initial: start.values,
    // What is in the way of the whole record is the type's: two types can't be at one name, or one twice.
    check: (values): Problems & { type?: Obstacle | null } => ({
      ...problemsIn(values, domain),
      type: obstacleIn(values),
    }),
    judge: 'left',
    failure,
    refused: (error) => ({ ...problemsOfServer(error), type: obstacleOfServer(error) }),
    submit: (values) => {
      const record = recordIn(values, domain);
      if (!record) return;
      if (isThere(record)) onThere(record);
      else onSave(record, recordId);
    },
  });
  const { values, sent } = form;
  const record = recordIn(values, domain);
  const isSeen = form.isJudged('values') || sent !== null;
  const isFull = recordId === null && zone.records.length >= zone.recordLimit && !(record && isThere(record));
  const current = recordOf(zone, recordId);
  const isChanged = current !== null && base !== null && fingerprint(current) !== fingerprint(base);
  return {
    ...form,
    recordId,
    record,
    /** The record as somebody else saved it since it was opened, unless that is what was typed. */
    changed: isChanged && !(record && isSameRecord(record, current)) ? current : null,
    /** Shown once the record is whole; a name that isn't done yet is in nobody's way. That there is no room is known before. */
    obstacle:
      (isSeen ? obstacleIn(values) : null) ??
      (failure && sent === values ? obstacleOfServer(failure) : null) ??
      (isFull ? { code: 'RECORD_LIMIT_REACHED' as const, attrs: { maximum: zone.recordLimit } } : null),
    /** Goes on with another record of the zone, or with this one as a new one. */
    goOn: (next: RecordStart) => {
      setEdited(edited(zone, next.recordId));
      form.restart(next.values);
    },
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

/** The record that is edited, as it was when that began. */
const edited = (zone: ZoneView, recordId: string | null) => ({ recordId, base: recordOf(zone, recordId) });

const recordOf = ({ records }: ZoneView, recordId: string | null): DnsRecordView | null =>
  records.find((each) => each.recordId === recordId) ?? null;

const fingerprint = ({ type, host, ttl, values }: DnsRecordView): string => JSON.stringify([type, host, ttl, values]);
