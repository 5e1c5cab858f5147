import type { ImportOutcome } from './import-ledger.ts';

/**
 * The state of an import. `interrupted`: it stopped and continues automatically, or once the right password is there. Spec 2 §4.
 * @internal
 */
export const IMPORT_STATUSES = [
  'initialized',
  'started',
  'interrupted',
  'failed',
  'cancelled',
  'successful',
  'partial_successful',
  'duplicated_successful',
  'noImport',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** An import in one of these states still has work to do, and may hold the password. */
export const OPEN_STATUSES = ['initialized', 'started', 'interrupted'] as const satisfies readonly ImportStatus[];

/** True for an import that has ended: nothing changes it again, except a retry of what failed. */
export const isOver = (status: ImportStatus): status is ImportOutcome | 'cancelled' =>
  !(OPEN_STATUSES as readonly ImportStatus[]).includes(status);

/** Whether "Try again" has anything to do: something failed, or the import stopped before its end. */
export const canRetry = (status: ImportStatus): boolean =>
  status === 'failed' || status === 'partial_successful' || status === 'cancelled';
