import type { DnsRecordView } from './queries.ts';
import type { RecordValues } from './record/record-values.ts';

/** The open dialog. `recordId` null adds a record. */
export type DnsDialog =
  | { kind: 'edit'; recordId: string | null; values: RecordValues }
  | { kind: 'delete'; record: DnsRecordView };

/** Null if nothing can be changed. */
export type OpenDnsDialog = ((dialog: DnsDialog) => void) | null;
