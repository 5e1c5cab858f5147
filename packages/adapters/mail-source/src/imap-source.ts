import { DEADLINES, type Deadlines, withDeadlines } from './call-deadlines.ts';
import { DirectRows } from './direct-rows.ts';
import { findSourceAddress, type LookUpAll } from './find-source-address.ts';
import { imapSession } from './imap-session.ts';
import { type MailSource, MailSourceError, type SourceLogin } from './port.ts';
import { readCertificate } from './read-certificate.ts';
import { sameFailureTime } from './same-failure-time.ts';
import { toSourceError } from './to-source-error.ts';

/** How an installation differs from the public internet; a test's server is on this machine. */
export type ImapSourceOptions = {
  /** Whether an IP address may be connected to; by default only public ones. */
  mayConnect: (address: string) => boolean;
  lookUpAll?: LookUpAll;
  /** Additional trusted certificates, in PEM. */
  ca?: string[];
  /** How many messages of a folder are listed; a million by default. */
  listedMaximum?: number;
  /** How long calls may take. */
  deadlines?: Deadlines;
};

const CONNECT_MILLIS = 10_000;
/** A server that says nothing for this long has gone. */
const SILENCE_MILLIS = 60_000;
const LISTED_MAXIMUM = 1_000_000;
/** The largest message that is read at all. One that is larger can't be stored here either. */
const LITERAL_MAXIMUM_BYTES = 100 * 1024 * 1024;
/** The longest line is a list of flags or labels. */
const LINE_MAXIMUM_BYTES = 1024 * 1024;

/** Sources over IMAP. */
export function imapSource(options: ImapSourceOptions): MailSource {
  return { connect: (login) => sameFailureTime(connect(options, login)) };
}

async function connect(options: ImapSourceOptions, login: SourceLogin) {
  const address = await findSourceAddress(login.host, options);
  const accepted = await readAccepted(address, login);
  // Most processes never import, so it is loaded by the first one that does.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    // The address that was checked: a second look-up could give another one.
    host: address,
    servername: login.host,
    port: login.port,
    secure: login.ssl,
    ...(login.ssl ? {} : { doSTARTTLS: true }),
    auth: {
      user: login.user,
      ...('accessToken' in login ? { accessToken: login.accessToken } : { pass: login.password }),
    },
    tls: tlsOptions(options, login, accepted),
    // Its log has every line of the conversation.
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    maxLiteralSize: LITERAL_MAXIMUM_BYTES,
    maxLineLength: LINE_MAXIMUM_BYTES,
    maxResponseSize: LITERAL_MAXIMUM_BYTES + LINE_MAXIMUM_BYTES,
  });
  // Without a listener, a connection that ends between two commands would end the process.
  client.on('error', () => {});
  const direct = DirectRows.of(client, LITERAL_MAXIMUM_BYTES);
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw await explain(toSourceError(error), address, login);
  }
  return withDeadlines(
    imapSession(client, direct, options.listedMaximum ?? LISTED_MAXIMUM),
    client,
    options.deadlines ?? DEADLINES,
  );
}

/** The certificate that a person accepted, in PEM, if the server still has it; null if none was accepted. */
async function readAccepted(address: string, login: SourceLogin): Promise<string | null> {
  if (!login.certificateFingerprint || !login.ssl) return null;
  const shown = await readCertificate(address, login);
  return shown !== null && shown.fingerprint === login.certificateFingerprint ? shown.pem : null;
}

function tlsOptions({ ca = [] }: ImapSourceOptions, login: SourceLogin, accepted: string | null) {
  if (accepted === null) return ca.length === 0 ? {} : { ca };
  return {
    ca: [...ca, accepted],
    // Another certificate than the compared one is refused, whatever its name is.
    checkServerIdentity: (_host: string, certificate: { fingerprint256: string }) =>
      certificate.fingerprint256 === login.certificateFingerprint ? undefined : new Error('Another certificate'),
  };
}

/** Adds to a certificate's error what a person needs to compare. */
async function explain(error: MailSourceError, address: string, login: SourceLogin): Promise<MailSourceError> {
  if (error.kind !== 'certificate' || !login.ssl) return error;
  const shown = await readCertificate(address, login);
  if (shown === null) return error;
  const { fingerprint, subject, validTo } = shown;
  return new MailSourceError('certificate', error.message, { ...error.attrs, fingerprint, subject, validTo });
}
