import { createTransport } from 'nodemailer';
import { composeMessage } from './compose-message.ts';
import { type Mailer, MailerError } from './port.ts';

const TIMEOUT_MILLIS = 10_000;

export interface SmtpMailerOptions {
  /**
   * `smtp://user:password@host:port` (STARTTLS where offered, port 587 by default) or `smtps://…` (TLS from the start, port 465).
   * With a password, STARTTLS is required unless the host is this machine.
   */
  url: string;
  timeoutMillis?: number;
  now?: () => Date;
}

/** Sends through a mail server over a few connections that stay open. Throws at once for an invalid URL. */
export function smtpMailer(options: SmtpMailerOptions): Mailer {
  const { now = () => new Date() } = options;
  const transport = createTransport(transportOptions(options));
  return {
    async send(message) {
      const composed = composeMessage(message, now());
      try {
        await transport.sendMail(composed);
      } catch (error) {
        throw toMailerError(error);
      }
    },
    async check() {
      try {
        await transport.verify();
        return { ok: true, detail: 'The mail server accepts our messages.' };
      } catch (error) {
        return { ok: false, detail: `The mail server can't be used (${toMailerError(error).code}).` };
      }
    },
    async close() {
      transport.close();
    },
  };
}

function transportOptions({ url, timeoutMillis = TIMEOUT_MILLIS }: SmtpMailerOptions) {
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '') {
    throw new Error(
      'the mailer address must look like smtp://user:password@host:587 or smtps://user:password@host:465',
    );
  }
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isThisMachine = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return {
    pool: true as const,
    maxConnections: 5,
    // A message whose connection broke may have been accepted, so the caller decides about sending it again, not the pool.
    maxRequeues: 0,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && username !== '' && !isThisMachine,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMillis,
    greetingTimeout: timeoutMillis,
    socketTimeout: timeoutMillis,
    dnsTimeout: timeoutMillis,
  };
}

/** Only a permanent answer (5yz, RFC 5321 §4.2.1) to this message is definite. A wrong password is the operator's to correct. */
function toMailerError(error: unknown): MailerError {
  const { code = 'unknown', responseCode = 0 } = error as { code?: string; responseCode?: number };
  const isDefinite = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const told = responseCode > 0 ? `smtp_${responseCode}` : code.toLowerCase();
  return isDefinite
    ? new MailerError('refused', told, 'The mail server refuses this message.', { cause: error })
    : new MailerError('unavailable', told, 'The mail server could not take the message now.', { cause: error });
}
