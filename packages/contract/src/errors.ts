/**
 * Every code the panel API may answer with, and its HTTP status. An operation can't name a code that isn't here, and a test finds a code
 * that no operation names.
 */
export const ERROR_STATUS = {
  MALFORMED_BODY: 400,
  MALFORMED_REQUEST: 400,
  BAD_REQUEST: 400,
  MISSING_CLIENT: 400,
  MISSING_JWT: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_JWT: 401,
  TOTP_REQUIRED: 401,
  MAILBOX_LIMIT_REACHED: 402,
  TRIAL_LIMIT_REACHED: 402,
  PLAN_EXPIRED: 402,
  PAYMENT_FAILED: 402,
  NOT_AUTHORIZED: 403,
  PASSWORD_NEEDED: 403,
  NO_SUBSCRIPTION: 403,
  COUNTRY_NOT_SUPPORTED: 403,
  NOT_FOUND: 404,
  BUNDLE_NOT_FOUND: 404,
  CARD_NOT_FOUND: 404,
  DKIM_NOT_FOUND: 404,
  HOST_NOT_FOUND: 404,
  PLAN_NOT_FOUND: 404,
  RECORD_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  AMBIGUOUS_CREDENTIALS: 409,
  ADDON_LIMIT_REACHED: 409,
  ALIAS_LIMIT_REACHED: 409,
  AMOUNT_CHANGED: 409,
  CHOOSE_A_PLAN: 409,
  DKIM_LIMIT_REACHED: 409,
  APP_PASSWORD_LIMIT_REACHED: 409,
  DOMAIN_CHANGE_RUNNING: 409,
  DOMAIN_CONNECT_UNAVAILABLE: 409,
  DOMAIN_TAKEN: 409,
  DOWNGRADE_NOT_OFFERED: 409,
  EMAIL_EXISTS: 409,
  FEWER_THAN_ACTIVE: 409,
  FORWARDER_LIMIT_REACHED: 409,
  FORWARDER_LOOP: 409,
  IDEMPOTENCY_CONFLICT: 409,
  LAST_ACCOUNT: 409,
  LAST_ADMIN: 409,
  LAST_RECIPIENT: 409,
  NOT_CANCELLED: 409,
  NOT_EXPIRED: 409,
  NOT_ON_PAID_PLAN: 409,
  PURCHASE_CLOSED: 409,
  RECORD_EXISTS: 409,
  RECORD_LIMIT_REACHED: 409,
  RENEWAL_DATE_LIMIT_REACHED: 409,
  RENEWAL_DATE_NOT_CHANGEABLE: 409,
  STORED_MAIL_TOO_LARGE: 409,
  SUBSCRIPTION_CANCELLED: 409,
  SUBSCRIPTION_NEARING_EXPIRY: 409,
  TOTP_ENABLED: 409,
  ZONE_CHANGED: 409,
  ZONE_FAULT: 409,
  ZONE_NOT_HELD: 409,
  PREVIEW_EXPIRED: 410,
  QUOTE_EXPIRED: 410,
  TOKEN_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  URL_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  TOO_MANY_ATTEMPTS: 429,
  HEADERS_TOO_LARGE: 431,
  OFAC_SANCTIONED_COUNTRY: 451,
  INTERNAL_SERVER_ERROR: 500,
  EXTERNAL_ERROR: 502,
  MAIL_BACKEND_UNAVAILABLE: 503,
  PAYMENT_GATEWAY_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  LOOKUP_TIMEOUT: 504,
  INSUFFICIENT_STORAGE: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that any operation may answer with, whatever it does. */
export const UNIVERSAL_ERRORS = [
  'MALFORMED_BODY',
  'MISSING_CLIENT',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_FAILED',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
] as const satisfies readonly ErrorCode[];

/** Codes that come with the kind of token: a session's call may name a bundle, and any write may carry an idempotency key. */
export const ACCESS_ERRORS = {
  open: [],
  session: ['UNAUTHENTICATED', 'BUNDLE_NOT_FOUND', 'IDEMPOTENCY_CONFLICT'],
  purchase: ['UNAUTHENTICATED', 'IDEMPOTENCY_CONFLICT'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** One refused field of an input: `path` in dots (`billingAddress.city`), `code` for the text, `message` for a developer. */
export type FieldProblem = { path: string; code: string; message: string };

/** The one shape of every error (`application/problem+json`). `desc` is a sentence for a person. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  desc: string;
  attrs: Record<string, unknown>;
};
