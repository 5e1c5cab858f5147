import type { ErrorCode } from '@postern/contract/errors';

/**
 * Why there is no usable answer: the server refused (`refused`, with its code), there was no answer (`network`),
 * it didn't come in time (`timeout`), or it wasn't what the contract says (`unreadable`).
 */
export type ApiErrorKind = 'refused' | 'network' | 'timeout' | 'unreadable';

type Details = {
  status?: number;
  code?: ErrorCode;
  desc?: string;
  attrs?: Record<string, unknown>;
  retryAfterSeconds?: number;
};

/** The only error that a call of the panel API throws. Only api-client.ts creates it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: ErrorCode | null;
  /** The server's own sentence for a person, in English; empty when it gave none. */
  readonly desc: string;
  readonly attrs: Record<string, unknown>;
  readonly retryAfterSeconds: number | null;

  constructor(kind: ApiErrorKind, details: Details = {}, cause?: unknown) {
    super(details.code ?? kind, { cause });
    this.kind = kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? null;
    this.desc = details.desc ?? '';
    this.attrs = details.attrs ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

export const hasCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** The refused fields of VALIDATION_FAILED: path → code. */
export function fieldCodes(error: unknown): Record<string, string> {
  if (!hasCode(error, 'VALIDATION_FAILED') || !Array.isArray(error.attrs['fields'])) return {};
  const fields = error.attrs['fields'] as { path?: unknown; code?: unknown }[];
  return Object.fromEntries(fields.map((field) => [String(field.path), String(field.code)]));
}
