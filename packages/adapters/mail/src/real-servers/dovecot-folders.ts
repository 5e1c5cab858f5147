import type { ImapFlow } from 'imapflow';
import { toModifiedUtf7 } from '../folders/modified-utf7.ts';
import { messageDigest } from '../message-digest.ts';
import { type AppendedMessage, MailBackendError } from '../port.ts';
import { type ImapAnswer, ImapAppender } from './imap-appender.ts';
import { keepConnections } from './kept-connections.ts';

/** The user of deploy/mail/dovecot who opens every mailbox, with the key of doveadm, from the panel's machine only. */
const MASTER = 'postern-panel';
const CONNECT_MILLIS = 10_000;
/** Storing a large batch takes a while on a slow disk. */
const SILENCE_MILLIS = 60_000;
const SYSTEM_FLAG = /^\\(Seen|Answered|Flagged|Draft)$/i;
const KEYWORD = /^[!#$&'+,\-./0-9:;<=>?@A-Z^_`a-z|~]{1,60}$/;

/** Where a Dovecot answers IMAP for the panel. */
type ImapPlace = { host: string; port: number };

/** Puts messages into the folders of one Dovecot, and reads them there. */
export function dovecotFolders({ imap, apiKey }: { imap: ImapPlace; apiKey: string }) {
  const appenders = keepConnections((address) =>
    ImapAppender.open(imap, `${address}*${MASTER}`, apiKey).catch((error: unknown) => {
      throw notLetIn(imap, error);
    }),
  );
  return {
    append: (address: string, folder: string, messages: readonly AppendedMessage[]): Promise<void> =>
      appenders.lend(address, async (appender) => {
        const answer = await multiAppend(appender, folder, messages);
        if (answer.status !== 'OK') throw refusalOf(answer);
      }),
    listDigests: async (address: string, folder: string): Promise<string[]> => {
      if (await appenders.lend(address, (appender) => isEmpty(appender, folder))) return [];
      const client = await connect(imap, `${address}*${MASTER}`, apiKey);
      const digests: string[] = [];
      try {
        const opened = await client.mailboxOpen(folder, { readOnly: true });
        if (opened.exists === 0) return [];
        for await (const { source } of client.fetch('1:*', { source: true }))
          digests.push(messageDigest(source ?? Buffer.alloc(0)));
      } catch (error) {
        if ((error as { mailboxMissing?: boolean }).mailboxMissing === true) return [];
        throw new MailBackendError('unavailable', 'Dovecot did not send a folder', { cause: error });
      } finally {
        await client.logout().catch(() => client.close());
      }
      return digests;
    },
    close: () => appenders.close(),
  };
}

/** Whether the folder is empty or doesn't exist, which is nearly always so when mail moves in. Asking costs less than opening it. */
async function isEmpty(appender: ImapAppender, folder: string): Promise<boolean> {
  const { code, lines } = await confirmed(appender.command('STATUS ', { data: toModifiedUtf7(folder) }, ' (MESSAGES)'));
  return code === 'NONEXISTENT' || lines.some((line) => /^\* STATUS .*\(MESSAGES 0\)$/.test(line));
}

const confirmed = (answer: Promise<ImapAnswer>): Promise<ImapAnswer> =>
  answer.catch((error: unknown) => {
    throw new MailBackendError('unavailable', 'Dovecot did not answer', { cause: error });
  });

const notLetIn = ({ host, port }: ImapPlace, cause: unknown) =>
  new MailBackendError('unavailable', `Dovecot does not let the panel in at ${host}:${port}`, { cause });

async function connect(place: ImapPlace, user: string, pass: string): Promise<ImapFlow> {
  // Most processes never import, so it is loaded by the first one that does.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...{ ...place, auth: { user, pass }, secure: false },
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
    throw notLetIn(place, error);
  }
  return client;
}

/** One command for all messages, which Dovecot stores all or none (RFC 3502). Makes the folder if it isn't there. */
async function multiAppend(
  appender: ImapAppender,
  folder: string,
  messages: readonly AppendedMessage[],
): Promise<ImapAnswer> {
  const name = { data: toModifiedUtf7(folder) };
  const parts = messages.flatMap(({ raw, flags, internalDate }) => {
    const kept = flags.filter((flag) => SYSTEM_FLAG.test(flag) || KEYWORD.test(flag)).join(' ');
    return [` (${kept}) ${internalDate === null ? '' : `"${toImapDate(internalDate)}" `}`, { data: raw }];
  });
  const append = () => confirmed(appender.command('APPEND ', name, ...parts));
  const answer = await append();
  if (answer.code !== 'TRYCREATE') return answer;
  const created = await confirmed(appender.command('CREATE ', name));
  if (created.status === 'OK') await confirmed(appender.command('SUBSCRIBE ', name));
  return append();
}

/** `date-time` of RFC 3501 §9, in UTC. */
function toImapDate(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day.padStart(2, '0')}-${month}-${year} ${time} +0000`;
}

/** If Dovecot refused, nothing was stored. After any other error nobody knows. */
function refusalOf({ status, code, text }: ImapAnswer): MailBackendError {
  if (code === 'OVERQUOTA') return new MailBackendError('refused', 'Quota exceeded');
  if ((status === 'NO' && code !== 'UNAVAILABLE') || status === 'BAD')
    return new MailBackendError('refused', `Dovecot refuses the messages: ${text.slice(0, 200)}`);
  return new MailBackendError('unavailable', `Dovecot did not confirm the messages: ${text.slice(0, 200)}`);
}
