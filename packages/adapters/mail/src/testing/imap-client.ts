import { once } from 'node:events';
import { ImapFlow, type ImapFlowError } from 'imapflow';

/** A mail program that has signed in to a mailbox, by TLS as such programs do; rejects when it isn't let in. */
export async function openImap(port: number, user: string, pass: string): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    auth: { user, pass },
    tls: { rejectUnauthorized: false },
    logger: false,
  });
  // It is told of here, too, that the server has ended the connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** 'OK', or what the server answers to whom it doesn't let in: 'NO [AUTHENTICATIONFAILED] …'. */
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

/** Settles when the server has ended the connection. */
export const endOf = (client: ImapFlow): Promise<unknown> => once(client, 'close');

/** The messages of a folder as the mail program reads them, oldest first. */
export async function readByImap(client: ImapFlow, folder = 'INBOX'): Promise<string[]> {
  const lock = await client.getMailboxLock(folder);
  try {
    const messages = await client.fetchAll('1:*', { source: true });
    return messages.map(({ source }) => source?.toString('latin1') ?? '');
  } finally {
    lock.release();
  }
}
