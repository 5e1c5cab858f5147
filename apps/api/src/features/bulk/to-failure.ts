import { BULK_ROW_CODES, type BulkRowCode } from '@postern/contract/bulk';
import type { FieldProblem } from '@postern/contract/errors';
import { isDatabaseAway, isDiskFull } from '../../db/database-errors.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { Log } from '../../runtime/log.ts';
import type { Failure } from './bulk-repository.ts';

/** Refuses a row for a reason that only exists in bulk jobs. */
export class RowRefusal extends Error {
  readonly code: BulkRowCode;
  constructor(code: BulkRowCode) {
    super(code);
    this.name = 'RowRefusal';
    this.code = code;
  }
}

const isRowCode = (code: string | undefined): code is BulkRowCode => code !== undefined && code in BULK_ROW_CODES;

/**
 * Turns a failed sign-in or start of an import into its row's failure; null for any other error. With a password, too many attempts means
 * failed sign-ins; without one, it means too many links to one recipient.
 */
export function importFailure(
  error: PanelError,
  hasPassword: boolean,
): { code: BulkRowCode; attrs: Record<string, unknown> } | null {
  const { code, attrs } = error;
  if (code === 'TOO_MANY_ATTEMPTS') return { code: hasPassword ? 'SIGN_IN_LIMIT' : code, attrs: {} };
  if (code === 'HOST_NOT_ALLOWED' && attrs['reason'] === 'PORT') return { code: 'PORT_NOT_ALLOWED', attrs };
  return isRowCode(code) ? { code, attrs: {} } : null;
}

/** Maps an error to a row's failure. An error without a row code is logged and becomes an internal one, unless it is over soon: then the job stops and is resumed. */
export function toFailure(row: number, error: unknown, log: Log): Failure {
  if (error instanceof RowRefusal) return { row, code: error.code, attrs: {} };
  if (error instanceof PanelError) {
    if (isRowCode(error.code)) return { row, code: error.code, attrs: error.attrs };
    const [field] = (error.attrs.fields ?? []) as FieldProblem[];
    if (isRowCode(field?.code)) return { row, code: field.code, attrs: {} };
  }
  if (isDatabaseAway(error) || isDiskFull(error)) throw error;
  log.error({ err: error, row }, 'bulk row failed');
  return { row, code: 'INTERNAL_SERVER_ERROR', attrs: {} };
}
