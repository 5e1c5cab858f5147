import type { ErrorCode, FieldProblem } from '@postern/contract/errors';

/** The API's one error: a code of the contract, its details, and what caused it. Only error-handler.ts maps it to HTTP. */
export class PanelError extends Error {
  readonly code: ErrorCode;
  readonly attrs: Record<string, unknown>;
  constructor(code: ErrorCode, attrs: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'PanelError';
    this.code = code;
    this.attrs = attrs;
  }
}

/** A validation error that lists the refused fields. */
export const invalid = (fields: FieldProblem[]): PanelError => new PanelError('VALIDATION_FAILED', { fields });
