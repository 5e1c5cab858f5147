import type { RecordValues } from './record/record-values.ts';
import type { DnsRecordView } from './queries.ts';

/** What is open over the list. `recordId` null adds a record. */
export type DnsDialog =
  | { kind: 'edit'; recordId: string | null; values: RecordValues }
  | { kind: 'delete'; record: DnsRecordView };

/** Null where nothing can be changed. */
export type OpenDnsDialog = ((dialog: DnsDialog) => void) | null;
