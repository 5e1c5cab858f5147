import type { ErrorCode, FieldProblem } from '@postern/contract/errors';

/** The API's one error: a code of the contract, its details, and what caused it. Mapped to HTTP in error-handler.ts alone. */
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

/** The refusal that names its fields. */
export const invalid = (fields: FieldProblem[]): PanelError => new PanelError('VALIDATION_FAILED', { fields });
