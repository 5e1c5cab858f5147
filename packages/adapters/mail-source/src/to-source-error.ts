import { MailSourceError, type MailSourceErrorKind } from './port.ts';

/** The details that imapflow, Node's sockets and TLS give about an error. */
type Told = {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseStatus?: string;
  responseText?: string;
  serverResponseCode?: string;
  message?: string;
};

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;
const UNREACHABLE =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_|CONNECT_TIMEOUT|GREETING_TIMEOUT|EADDRNOTAVAIL)/;
const DROPPED = /^(ECONNRESET|EPIPE|NoConnection|EConnectionClosed|ETIMEOUT|StateLogout|ClosedAfterConnect)/;
/** What servers answer to too many requests: Gmail, Microsoft, Yahoo, Dovecot. */
const THROTTLED = /^(THROTTLED|OVERQUOTA|LIMIT|UNAVAILABLE|INUSE)$/;
const SLOW_DOWN = /throttl|too many|rate limit|bandwidth|try again later|temporar/i;

const DETAIL_CHARACTERS = 300;

/** An error of a source in the port's words. What the server said stays, without control characters; nothing that we sent is in it. */
export function toSourceError(error: unknown): MailSourceError {
  if (error instanceof MailSourceError) return error;
  const told: Told = typeof error === 'object' && error !== null ? error : {};
  const said = (told.responseText ?? '').replace(/\p{Cc}/gu, ' ').slice(0, DETAIL_CHARACTERS);
  const kind = kindOf(told, said);
  const attrs = kind === 'certificate' ? { reason: told.code } : {};
  return new MailSourceError(kind, said === '' ? DEFAULTS[kind] : said, attrs);
}

function kindOf(told: Told, said: string): MailSourceErrorKind {
  const { code = '', serverResponseCode = '' } = told;
  if (code === 'ETHROTTLE' || THROTTLED.test(serverResponseCode)) return 'throttled';
  if (told.authenticationFailed === true) return SLOW_DOWN.test(said) ? 'throttled' : 'auth_failed';
  if (CERTIFICATE.test(code)) return 'certificate';
  if (told.tlsFailed === true) return 'no_starttls';
  if (UNREACHABLE.test(code)) return 'unreachable';
  if (DROPPED.test(code) || told.responseStatus === 'BYE') return SLOW_DOWN.test(said) ? 'throttled' : 'dropped';
  if (serverResponseCode === 'NONEXISTENT') return 'not_found';
  return SLOW_DOWN.test(said) ? 'throttled' : 'protocol';
}

const DEFAULTS: Record<MailSourceErrorKind, string> = {
  auth_failed: 'The server refuses the password.',
  host_not_allowed: 'The server may not be used.',
  not_found: 'The server has nothing of this name.',
  unreachable: 'The server does not answer.',
  certificate: 'The certificate is not valid.',
  no_starttls: 'The server offers no encryption.',
  throttled: 'The server asks to slow down.',
  dropped: 'The server ended the connection.',
  protocol: 'The server gave an answer that makes no sense.',
};
