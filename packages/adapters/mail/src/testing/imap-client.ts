import { once } from 'node:events';
import { ImapFlow, type ImapFlowError } from 'imapflow';

/** An IMAP client, signed in over TLS (on port 993 from the start, else by STARTTLS); rejects if the login fails. */
export async function openImap(port: number, user: string, pass: string, host = '127.0.0.1'): Promise<ImapFlow> {
  const client = new ImapFlow({
    host,
    port,
    secure: port === 993,
    auth: { user, pass },
    tls: { rejectUnauthorized: false },
    logger: false,
  });
  // Also emitted when the server closes the connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The server's answer to a login: 'OK', or 'NO [AUTHENTICATIONFAILED] …'. */
export async function imapLogin(port: number, user: string, pass: string): Promise<string> {
  try {
    await (await openImap(port, user, pass)).logout();
    return 'OK';
  } catch (error) {
    const { authenticationFailed, serverResponseCode = '', responseText = '' } = error as ImapFlowError;
    if (authenticationFailed !== true) throw error;
    return `NO [${serverResponseCode}] ${responseText}`;
  }
}

/** Settles when the server has closed the connection. */
export const connectionClosed = (client: ImapFlow): Promise<unknown> => once(client, 'close');

/** The messages of a folder over IMAP, oldest first. */
export async function readWithImap(client: ImapFlow, folder = 'INBOX'): Promise<string[]> {
  const lock = await client.getMailboxLock(folder);
  try {
    const messages = await client.fetchAll('1:*', { source: true });
    return messages.map(({ source }) => source?.toString('latin1') ?? '');
  } finally {
    lock.release();
  }
}
