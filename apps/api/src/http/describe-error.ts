import type { ErrorCode } from '@postern/contract/errors';

/** The `desc` of each code: what happened and what to do, for a person who reads English. The panel has its own texts by code. */
export const ERROR_DESCRIPTION: Record<ErrorCode, string> = {
  MALFORMED_BODY: "The request's body is not valid JSON.",
  MISSING_CLIENT: 'The header X-Auth is missing; send X-Auth: controlPanel.',
  MISSING_JWT: 'The link is incomplete. Open it again from where you got it.',
  UNAUTHENTICATED: 'You are signed out. Please sign in again.',
  INVALID_CREDENTIALS: 'Incorrect email address or password.',
  INVALID_JWT: 'This link is not valid any more. Ask for a new one where you got it.',
  MAILBOX_LIMIT_REACHED: 'All mailboxes of your plan are in use. Buy more mailboxes or upgrade the plan.',
  TRIAL_LIMIT_REACHED: 'All mailboxes of the trial are in use. Upgrade to a paid plan to add more.',
  PLAN_EXPIRED: 'Your plan has expired. Renew it to add mailboxes.',
  PAYMENT_FAILED:
    'The payment did not go through. Nothing was bought. If your bank shows a charge, it is refunded within 7 working days.',
  NOT_AUTHORIZED: 'You are not allowed to do this. Ask an admin of your domain.',
  NO_SUBSCRIPTION: 'Unable to log in. No subscription found.',
  COUNTRY_NOT_SUPPORTED: 'We cannot sell to this country.',
  NOT_FOUND: 'There is nothing here.',
  BUNDLE_NOT_FOUND: 'This domain was not found in your account.',
  METHOD_NOT_ALLOWED: 'This address exists, but not with this method.',
  AMBIGUOUS_CREDENTIALS: 'Several accounts use this email address. Enter your customer id too.',
  AMOUNT_CHANGED: 'The price has changed. Look at the new total and confirm again.',
  DOMAIN_TAKEN: 'This domain already has email here. Sign in to manage it, or contact support.',
  EMAIL_EXISTS: 'Not available. Please use a different email.',
  IDEMPOTENCY_CONFLICT: 'The same Idempotency-Key was used with another request.',
  PURCHASE_CLOSED: 'This purchase is already finished or was cancelled.',
  TOKEN_EXPIRED: 'This link has expired or was used. Ask for a new one.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json.',
  VALIDATION_FAILED: 'Some fields are not right. Correct them and try again.',
  TOO_MANY_ATTEMPTS: 'Too many attempts. Wait a little and try again.',
  OFAC_SANCTIONED_COUNTRY: 'We cannot offer our services in your country.',
  INTERNAL_SERVER_ERROR:
    'Something went wrong on our side. Please try again; if it stays, contact support with the request id.',
  MAIL_BACKEND_UNAVAILABLE: 'The mail server does not answer. Please try again in a minute.',
  PAYMENT_GATEWAY_UNAVAILABLE:
    'The payment service does not answer. You were not charged. Please try again in a minute.',
  SERVICE_UNAVAILABLE: 'We are very busy. Please try again in a moment.',
};
