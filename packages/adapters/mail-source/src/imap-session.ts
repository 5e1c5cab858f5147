import { belongsHere, labelKeywords, type LabelFolder } from '@postern/domain/mail-import';
import type { ImapFlow } from 'imapflow';
import { type DirectRows, fetchRows } from './direct-rows.ts';
import type { Row } from './parse-row.ts';
import {
  type FetchedMessage,
  type FolderState,
  type MissedMessage,
  MailSourceError,
  type SourceFolder,
  type SourceSession,
} from './port.ts';
import { toSourceError } from './to-source-error.ts';

/** Messages in one part of a list. */
const LISTED = 1_000;
/** What a server says a folder is for (RFC 6154, RFC 8457). */
const SPECIAL_USE = /^\\(All|Archive|Drafts|Flagged|Important|Junk|Sent|Trash)$/i;

/** A signed-in connection, in the port's words. A folder that lists more than `listedMaximum` messages isn't believed. */
export function imapSession(client: ImapFlow, direct: DirectRows | null, listedMaximum: number): SourceSession {
  const connection = { client, direct };
  const hasLabels = client.capabilities.has('X-GM-EXT-1');
  let folders: LabelFolder[] | null = null;
  const labels: Labels = async () => {
    if (!hasLabels || client.mailbox === false) return null;
    folders ??= (await told(listFolders(client))).filter(({ isSelectable }) => isSelectable);
    const { path } = client.mailbox;
    const here = folders.find((folder) => folder.path === path) ?? { path, specialUse: null };
    return { here, folders };
  };
  return {
    hasLabels,
    listFolders: () => told(listFolders(client)),
    listStates: () => told(listStates(client)),
    openFolder: (path) => told(openFolder(client, path)),
    listMessages: (afterUid) => listMessages(connection, afterUid, listedMaximum, labels),
    fetchMessages: (uids) => fetchMessages(connection, uids, labels),
    close: async () => {
      await client.logout().catch(() => {});
      client.close();
    },
  };
}

type Connection = { client: ImapFlow; direct: DirectRows | null };

/** The open folder and all folders, if the source's folders are labels; otherwise null. */
type Labels = () => Promise<{ here: LabelFolder; folders: readonly LabelFolder[] } | null>;

const told = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw toSourceError(error);
  });

async function listFolders(client: ImapFlow): Promise<SourceFolder[]> {
  const statusQuery = { messages: true, ...(client.capabilities.has('STATUS=SIZE') ? { size: true } : {}) };
  const listed = await client.list({ statusQuery });
  return listed.map(({ path, delimiter, flags, status }) => ({
    ...{ path, delimiter: delimiter || null },
    // imapflow guesses purposes from names and doesn't know Gmail's \Important. Our own code interprets names elsewhere.
    specialUse: [...flags].find((flag) => SPECIAL_USE.test(flag)) ?? null,
    isSelectable: !flags.has('\\Noselect') && !flags.has('\\NonExistent'),
    messages: status?.messages ?? 0,
    bytes: status?.size === undefined ? null : Number(status.size),
  }));
}

async function listStates(client: ImapFlow): Promise<Map<string, FolderState>> {
  const states = new Map<string, FolderState>();
  // Without RFC 5819 there is a question for each folder, also for those that aren't copied.
  if (!client.capabilities.has('LIST-STATUS')) return states;
  const open = client.mailbox === false ? null : client.mailbox.path;
  for (const { path, status } of await client.list({ statusQuery: { uidValidity: true, uidNext: true } })) {
    const { uidValidity, uidNext } = status ?? {};
    if (path === open || uidValidity === undefined || uidNext === undefined) continue;
    states.set(path, { uidValidity: Number(uidValidity), uidNext });
  }
  return states;
}

async function openFolder(client: ImapFlow, path: string) {
  const opened = await client.mailboxOpen(path, { readOnly: true }).catch(async (error: unknown) => {
    const known = toSourceError(error);
    // Many servers answer a plain NO. The list says whether the folder exists.
    if (known.kind !== 'protocol') throw known;
    const isThere = (await client.list()).some((folder) => folder.path === path);
    throw isThere ? known : new MailSourceError('not_found', known.message);
  });
  return { uidValidity: Number(opened.uidValidity), uidNext: opened.uidNext, messages: opened.exists };
}

async function* listMessages(connection: Connection, afterUid: number, listedMaximum: number, labelsOf: Labels) {
  const { client } = connection;
  const { mailbox } = client;
  // A connection that has ended has no folder, which is not the same as an empty folder.
  if (mailbox === false) throw new MailSourceError('dropped', 'The server ended the connection.');
  // A range that ends in * always has the last message (RFC 3501 §6.4.8), and an empty folder has none.
  if (mailbox.exists === 0) return;
  const ground = await labelsOf();
  const query = { uid: true, size: true, ...(ground === null ? {} : { labels: true }) };
  let count = 0;
  let part: { uid: number; bytes: number }[] = [];
  try {
    for await (const { uid, size, labels } of fetchRows(connection, `${afterUid + 1}:*`, query)) {
      count += 1;
      if (count > listedMaximum) throw tooMany(client, listedMaximum);
      if (uid <= afterUid) continue;
      if (ground !== null && !belongsHere(ground.here, [...(labels ?? [])], ground.folders)) continue;
      part.push({ uid, bytes: size ?? 0 });
      if (part.length < LISTED) continue;
      yield part.toSorted((a, b) => a.uid - b.uid);
      part = [];
    }
  } catch (error) {
    throw toSourceError(error);
  }
  if (part.length > 0) yield part.toSorted((a, b) => a.uid - b.uid);
}

/** The list might never end, so the connection ends with it. */
function tooMany(client: ImapFlow, maximum: number): MailSourceError {
  client.close();
  return new MailSourceError('protocol', `The server lists more than ${maximum} messages in one folder.`);
}

async function* fetchMessages(
  connection: Connection,
  uids: readonly number[],
  labelsOf: Labels,
): AsyncGenerator<FetchedMessage | MissedMessage> {
  const open = new Set(uids);
  const ground = await labelsOf();
  try {
    for await (const message of fetchThese(connection, uids, ground !== null)) {
      // Only news of its flags.
      if (message.source === undefined) continue;
      open.delete(message.uid);
      yield toFetched(message, ground?.here ?? null);
    }
    return;
  } catch (error) {
    const known = toSourceError(error);
    // The server refuses one of them: fetch them one by one, so that only that one is missed.
    if (known.kind !== 'protocol' || !connection.client.usable) throw known;
    if (uids.length === 1) {
      yield { uid: uids[0] ?? 0, problem: 'refused', detail: known.message };
      return;
    }
  }
  for (const uid of open) yield* fetchMessages(connection, [uid], labelsOf);
}

const fetchThese = (connection: Connection, uids: readonly number[], hasLabels: boolean) =>
  // BODY.PEEK: nothing is marked as read.
  fetchRows(connection, uids.join(','), {
    uid: true,
    source: true,
    flags: true,
    internalDate: true,
    ...(hasLabels ? { labels: true } : {}),
  });

const toFetched = ({ uid, source, flags, internalDate, labels }: Row, here: LabelFolder | null): FetchedMessage => ({
  ...{
    uid,
    raw: source ?? Buffer.alloc(0),
    flags: [
      ...[...(flags ?? [])].filter((flag) => !/^\\(Recent|Deleted)$/i.test(flag)),
      // A message is copied once, into one folder: its other labels stay as keywords.
      ...(here === null ? [] : labelKeywords(here, [...(labels ?? [])])),
    ],
  },
  internalDate: internalDate === undefined ? null : new Date(internalDate),
});
