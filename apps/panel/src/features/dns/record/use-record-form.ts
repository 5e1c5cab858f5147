import type { DnsRecord } from '@postern/domain/dns';
import { useState } from 'react';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import type { DnsRecordView, ZoneView } from '../queries.ts';
import { type Problems, problemsIn, recordIn, refusalIn } from './check-values.ts';
import { isSameRecord, type RecordValues } from './record-values.ts';
import { type Obstacle, obstacleOfServer, problemsOfServer } from './server-refusal.ts';

/** What the form edits: a record of the zone, or a new one. */
export type RecordStart = { recordId: string | null; values: RecordValues };

type Options = {
  start: RecordStart;
  zone: ZoneView;
  failure: Error | null;
  onSave: (record: DnsRecord, recordId: string | null) => void;
  /** Whether the zone has exactly this record: then a retry after a lost answer has what it wanted. */
  onThere: (record: DnsRecord) => void;
};

/** The input for a record, and what is wrong with it. */
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
    // A conflict of the whole record is about its type: some types can't share a name with others, or exist twice.
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
    /** The record as someone else saved it since it was opened, unless that is the same as the input. */
    changed: isChanged && !(record && isSameRecord(record, current)) ? current : null,
    /** Shown when the record is complete, because an unfinished name conflicts with nothing. A full zone is shown before. */
    obstacle:
      (isSeen ? obstacleIn(values) : null) ??
      (failure && sent === values ? obstacleOfServer(failure) : null) ??
      (isFull ? { code: 'RECORD_LIMIT_REACHED' as const, attrs: { maximum: zone.recordLimit } } : null),
    /** Continues with another record of the zone, or with this one as a new one. */
    goOn: (next: RecordStart) => {
      setEdited(edited(zone, next.recordId));
      form.restart(next.values);
    },
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

/** The edited record as it was when editing began. */
const edited = (zone: ZoneView, recordId: string | null) => ({ recordId, base: recordOf(zone, recordId) });

const recordOf = ({ records }: ZoneView, recordId: string | null): DnsRecordView | null =>
  records.find((each) => each.recordId === recordId) ?? null;

const fingerprint = ({ type, host, ttl, values }: DnsRecordView): string => JSON.stringify([type, host, ttl, values]);
