import type { ImapFlow } from 'imapflow';
import { toModifiedUtf7 } from '../folders/modified-utf7.ts';
import { messageDigest } from '../message-digest.ts';
import { type AppendedMessage, MailBackendError } from '../port.ts';

/** The user of deploy/mail/dovecot who opens every mailbox, with the key of doveadm, from the panel's machine only. */
const MASTER = 'postern-panel';
const CONNECT_MILLIS = 10_000;
/** Storing a large batch takes a while on a slow disk. */
const SILENCE_MILLIS = 60_000;
const SYSTEM_FLAG = /^\\(Seen|Answered|Flagged|Draft)$/i;
const KEYWORD = /^[!#$&'+,\-./0-9:;<=>?@A-Z^_`a-z|~]{1,60}$/;

/** Where a Dovecot answers IMAP for the panel. */
export type ImapPlace = { host: string; port: number };

type Token = { type: 'ATOM' | 'STRING' | 'LITERAL'; value: string | Buffer };
/** imapflow's own way to send a command; its types leave it out. */
type WithExec = { exec: (command: string, attributes: (Token | Token[])[], options: object) => Promise<Answer> };
type Answer = { next: () => void };
type ImapError = {
  responseStatus?: string;
  responseText?: string;
  mailboxMissing?: boolean;
  /** The answer: `NO [OVERQUOTA] …` has the code as the first attribute's section. */
  response?: { attributes?: { section?: { value?: unknown }[] }[] };
};

/** Puts messages into the folders of one Dovecot, and reads them there. */
export function dovecotFolders({ imap, apiKey }: { imap: ImapPlace; apiKey: string }) {
  const within = async <T>(address: string, work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = await connect(imap, `${address}*${MASTER}`, apiKey);
    try {
      return await work(client);
    } finally {
      await client.logout().catch(() => client.close());
    }
  };
  return {
    append: (address: string, folder: string, messages: readonly AppendedMessage[]): Promise<void> =>
      within(address, async (client) => {
        try {
          // Most folders are there after the first batch; to Dovecot a second CREATE is only an answer.
          if (folder !== 'INBOX' && (await client.mailboxCreate(folder)).created) await client.mailboxSubscribe(folder);
          await multiAppend(client as unknown as WithExec, folder, messages);
        } catch (error) {
          throw toBackendError(error);
        }
      }),
    listDigests: (address: string, folder: string): Promise<string[]> =>
      within(address, async (client) => {
        const digests: string[] = [];
        try {
          const opened = await client.mailboxOpen(folder, { readOnly: true });
          if (opened.exists === 0) return [];
          for await (const { source } of client.fetch('1:*', { source: true }))
            digests.push(messageDigest(source ?? Buffer.alloc(0)));
        } catch (error) {
          if ((error as ImapError).mailboxMissing === true) return [];
          throw new MailBackendError('unavailable', 'Dovecot did not send a folder', { cause: error });
        }
        return digests;
      }),
  };
}

async function connect({ host, port }: ImapPlace, user: string, pass: string): Promise<ImapFlow> {
  // Most processes never import, so it is loaded by the first one that does.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...{ host, port, auth: { user, pass }, secure: false },
    // The key of doveadm crosses the same network; the certificate is that of the name which customers use.
    tls: { rejectUnauthorized: false },
    ...{ logger: false, disableAutoIdle: true, disableCompression: true },
    ...{ connectionTimeout: CONNECT_MILLIS, greetingTimeout: CONNECT_MILLIS, socketTimeout: SILENCE_MILLIS },
  });
  // Without a listener, a connection that ends between two commands would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw new MailBackendError('unavailable', `Dovecot does not let the panel in at ${host}:${port}`, { cause: error });
  }
  return client;
}

/** One command for all messages, which Dovecot stores all or none (RFC 3502). */
async function multiAppend(client: WithExec, folder: string, messages: readonly AppendedMessage[]): Promise<void> {
  const attributes: (Token | Token[])[] = [{ type: 'STRING', value: toModifiedUtf7(folder) }];
  for (const { raw, flags, internalDate } of messages) {
    const kept = flags.filter((flag) => SYSTEM_FLAG.test(flag) || KEYWORD.test(flag));
    attributes.push(kept.map((value) => ({ type: 'ATOM', value })));
    if (internalDate !== null) attributes.push({ type: 'STRING', value: toImapDate(internalDate) });
    attributes.push({ type: 'LITERAL', value: raw });
  }
  (await client.exec('APPEND', attributes, {})).next();
}

/** `date-time` of RFC 3501 §9, in UTC. */
function toImapDate(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day.padStart(2, '0')}-${month}-${year} ${time} +0000`;
}

/** What Dovecot refuses wasn't stored. After everything else nobody knows. */
function toBackendError(error: unknown): MailBackendError {
  const { responseStatus, responseText = '', response } = error as ImapError;
  const code = response?.attributes?.[0]?.section?.[0]?.value;
  if (code === 'OVERQUOTA') return new MailBackendError('refused', 'Quota exceeded', { cause: error });
  const isRefused = (responseStatus === 'NO' && code !== 'UNAVAILABLE') || responseStatus === 'BAD';
  return isRefused
    ? new MailBackendError('refused', `Dovecot refuses the messages: ${responseText.slice(0, 200)}`, { cause: error })
    : new MailBackendError('unavailable', 'Dovecot did not confirm the messages', { cause: error });
}
