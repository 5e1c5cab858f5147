import {
  type FetchedMessage,
  freeBytes,
  MailSourceError,
  type MissedMessage,
  type SourceMessage,
  type SourceSession,
} from '@postern/adapter-mail-source/port';
import { MailBackendError, messageDigest } from '@postern/adapter-mail/port';
import { type DigestCounts, splitPresent } from '@postern/domain/mail-import';
import { newId } from '../../runtime/ids.ts';
import { forgetBatch, type Missed, noteBatch, readUnclaimed, settle } from './batches.ts';
import type { Run } from './engine-context.ts';
import { MESSAGE_MAXIMUM_BYTES } from './look-at-source.ts';
import type { FolderRow } from './mail-import-repository.ts';
import { readSubject } from './read-subject.ts';
import { seenIn } from './seen-recipients.ts';
import type { BatchMessage } from './tables.ts';

/** A folder that is being copied. */
export type FolderWork = {
  run: Run;
  session: SourceSession;
  folder: FolderRow;
  /** What the destination's folder holds and no message has claimed; read before the first batch. */
  unclaimed: DigestCounts | null;
  /** The folder is done with this message; null while messages that failed are tried again. */
  lastUid: number | null;
  /** The batch that follows, if it is small enough to hold beside another one. */
  next: readonly SourceMessage[] | null;
  /** That batch, fetched while the one before it is being stored, so that both servers work at the same time. */
  ahead: BatchAhead | null;
  /** Begins the next folder while the last batch of this one is being stored. */
  beginNext: (() => void) | null;
};

/** A batch that is fetched before its turn. */
export type BatchAhead = { messages: readonly SourceMessage[]; fetching: Promise<Batch>; isFetched: boolean };

export const workOn = (run: Run, session: SourceSession, folder: FolderRow): FolderWork => ({
  ...{ run, session, folder, unclaimed: null, lastUid: null, next: null, ahead: null, beginNext: null },
});

type Fetched = FetchedMessage & { digest: string };

/** The fetched messages of a batch, those that can't be copied, and those to fetch later, in parts small enough to hold. */
type Batch = { fetched: Fetched[]; missed: Missed[]; later: SourceMessage[][] };

/** The mailbox is full: how much more room the rest needs. */
type Full = { problem: 'QUOTA_TOO_SMALL'; missingBytes: number };

/**
 * How much of a batch is held in memory at once. Only a source that reports sizes too small exceeds it; the rest is fetched again, in
 * parts.
 */
const HELD_MAXIMUM_BYTES = 12 * 1_048_576;
/** What is held of the batch that follows. */
const HELD_AHEAD_BYTES = 8 * 1_048_576;
/** Tries of a single message that make the source break off, before it is left for later. */
const TRIES_OF_ONE = 3;

/**
 * Copies messages: fetches them, skips those that are there already, records what it is about to store, stores it, and counts it. A message
 * that can't be copied gets a line in the report, and the others continue.
 */
export async function copyBatch(
  work: FolderWork,
  messages: readonly SourceMessage[],
  throughUid: number,
): Promise<'settled' | Full> {
  const open = [messages];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const outcome = await copyTogether(work, next, throughUid, open);
    if (outcome !== 'settled') return outcome;
  }
  return 'settled';
}

/** Copies messages of a batch. Those that were too large to hold with the others are added to `open`, the parts that follow. */
async function copyTogether(
  work: FolderWork,
  messages: readonly SourceMessage[],
  batchThroughUid: number,
  open: (readonly SourceMessage[])[],
): Promise<'settled' | Full> {
  const { run, folder } = work;
  // The folder is settled up to the batch's end by its last part.
  const throughUidNow = () => (batchThroughUid === 0 || open.length === 0 ? batchThroughUid : -1);
  const fetching = work.ahead?.messages === messages ? work.ahead.fetching : fetchAll(work, messages);
  work.ahead = null;
  const { fetched, missed, later } = await fetching.catch(async (error: unknown) => {
    if (!(error instanceof PoisonousMessage)) throw error;
    const nothing = { batchId: null, put: [], present: [], bytesMoreThanTold: 0, endsFolder: false };
    await settle(run, folder, { ...nothing, missed: [error.missed], throughUid: throughUidNow() });
    throw error.cause;
  });
  open.unshift(...later);
  if (open.length === 0) goAhead(work);
  const throughUid = throughUidNow();
  work.unclaimed ??= await readUnclaimed(run, folder.target);
  const { present, missing } = splitPresent(fetched, work.unclaimed);
  const told = new Map(messages.map(({ uid, bytes }) => [uid, bytes]));
  const moreThanTold = (list: readonly { uid: number; bytes: number }[]) =>
    list.reduce((sum, { uid, bytes }) => sum + bytes - (told.get(uid) ?? 0), 0);
  // Parts are settled one by one; the last one settles the folder up to the batch's end.
  const parts: Fetched[][] = missing.length > 0 ? [missing] : [[]];
  let there = present;
  let reported = missed;
  while (parts.length > 0) {
    const part = parts.shift() ?? [];
    const isLast = parts.length === 0;
    const put = await putPart(work, part, there, throughUid === 0 ? 0 : -1);
    // Refused means that nothing was put.
    if (put.outcome !== 'put') await forgetBatch(run, folder, put.batchId);
    if (put.outcome === 'refused' && part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      parts.unshift(part.slice(0, middle), part.slice(middle));
      continue;
    }
    if (put.outcome === 'full') return fullOf(run, part);
    const refused = put.outcome === 'refused' ? part.map((one) => refusedMessage(one, put.detail)) : [];
    const copied = put.outcome === 'put' ? part : [];
    const all = [...copied, ...there].map(({ uid, raw }) => ({ uid, bytes: raw.length }));
    await settle(run, folder, {
      ...{
        batchId: put.outcome === 'put' ? put.batchId : null,
        isAsNoted: put.outcome === 'put',
        put: copied.map(toBatchMessage),
        present: there.map(toBatchMessage),
      },
      missed: [...reported, ...refused],
      throughUid: throughUid === 0 ? 0 : isLast ? throughUid : -1,
      endsFolder: isLast && throughUid > 0 && throughUid === work.lastUid,
      seen: seenIn(folder, domainOf(run.destination.address), [...copied, ...there]),
      isFollowed: isLast && isFollowed(work),
      bytesMoreThanTold: moreThanTold([...all, ...reported, ...refused]),
    });
    [there, reported] = [[], []];
  }
  for (const { raw } of fetched) freeBytes(raw);
  return 'settled';
}

/** Whether the next batch has arrived, so that it is noted right away. After a failure each batch is counted in a transaction of its own. */
const isFollowed = ({ ahead, run }: FolderWork): boolean =>
  ahead?.isFetched === true && run.row.failures === 0 && !run.isStopping();

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const toBatchMessage = ({ uid, digest, raw }: Fetched): BatchMessage => [uid, digest, raw.length];

type Put = { batchId: string } & ({ outcome: 'put' } | { outcome: 'full' } | { outcome: 'refused'; detail: string });

/** Stores messages in the destination, after recording the intent. Throws if the outcome is unknown: it is settled later. */
async function putPart(
  { run, folder }: FolderWork,
  part: readonly Fetched[],
  present: readonly Fetched[],
  throughUid: 0 | -1,
): Promise<Put> {
  const batchId = newId(run.deps.clock.now());
  const [put, there] = [part.map(toBatchMessage), present.map(toBatchMessage)];
  await noteBatch(run, folder, { batchId, throughUid, put, present: there });
  if (part.length === 0) return { batchId, outcome: 'put' };
  try {
    await run.deps.mail.appendMessages(run.destination, folder.target, part);
    return { batchId, outcome: 'put' };
  } catch (error) {
    if (!(error instanceof MailBackendError) || error.kind !== 'refused') throw error;
    if (part.length === 1 && /quota/i.test(error.message)) return { batchId, outcome: 'full' };
    return { batchId, outcome: 'refused', detail: error.message.slice(0, 500) };
  }
}

/** How much more room the rest needs than there is. */
function fullOf({ row }: Run, part: readonly Fetched[]): Full {
  const left = row.bytesFound - row.bytesCopied - row.bytesPresent;
  return { problem: 'QUOTA_TOO_SMALL', missingBytes: Math.max(left, part[0]?.raw.length ?? 0) };
}

const refusedMessage = (message: Fetched, detail: string): Missed => ({
  ...{ uid: message.uid, kind: 'failed', reason: 'REFUSED', bytes: message.raw.length, detail },
  ...describe(message),
});

/** Begins to fetch the next batch, or the next folder. */
function goAhead(work: FolderWork): void {
  if (work.next !== null) work.ahead = fetchAhead(work, work.next);
  work.next = null;
  work.beginNext?.();
  work.beginNext = null;
}

/** Begins to fetch a batch. An error is thrown when its turn comes, and ignored if it never does. */
export function fetchAhead(work: FolderWork, messages: readonly SourceMessage[]): BatchAhead {
  const fetching = fetchAll(work, messages, HELD_AHEAD_BYTES);
  const ahead = { messages, fetching, isFetched: false };
  fetching.then(
    () => (ahead.isFetched = true),
    () => {},
  );
  return ahead;
}

/** Fetches messages. Those that can't be copied are reported with their reason, and those that would be too much to hold come later. */
async function fetchAll(
  { run, session }: FolderWork,
  messages: readonly SourceMessage[],
  heldMaximum = HELD_MAXIMUM_BYTES,
): Promise<Batch> {
  const fetched: Fetched[] = [];
  const missed: Missed[] = [];
  const later: SourceMessage[][] = [];
  let [heldBytes, laterBytes] = [0, Infinity];
  const open = new Map(messages.map(({ uid, bytes }) => [uid, bytes]));
  try {
    for await (const message of session.fetchMessages(messages.map(({ uid }) => uid))) {
      const told = open.get(message.uid);
      // A source may send what nobody asked for, or send it twice.
      if (told === undefined) continue;
      open.delete(message.uid);
      const problem = problemOf(message, told);
      if (problem !== null) missed.push(problem);
      if (problem !== null || !('raw' in message)) continue;
      const bytes = message.raw.length;
      if (fetched.length === 0 || heldBytes + bytes <= heldMaximum) {
        heldBytes += bytes;
        fetched.push({ ...message, digest: messageDigest(message.raw) });
        continue;
      }
      laterBytes += bytes;
      if (laterBytes > heldMaximum) [laterBytes] = [bytes, later.push([])];
      later.at(-1)?.push({ uid: message.uid, bytes: told });
    }
  } catch (error) {
    const poison = poisonOf(run, messages, error);
    if (poison === null) throw error;
    // The connection is spent. With this message in the report, the next connection continues with the others.
    throw new PoisonousMessage(poison, error as MailSourceError);
  }
  // Messages that the source listed and then didn't deliver.
  for (const [uid, bytes] of open) missed.push({ uid, kind: 'skipped', reason: 'GONE', bytes });
  return { fetched, missed, later };
}

/** The source breaks off at this message every time. */
class PoisonousMessage extends Error {
  readonly missed: Missed;
  constructor(missed: Missed, cause: MailSourceError) {
    super(cause.message, { cause });
    this.missed = missed;
  }
}

/** The message at which the source breaks off every time, so that it doesn't stop the others; null if that isn't known. */
function poisonOf({ row }: Run, messages: readonly SourceMessage[], error: unknown): Missed | null {
  const [only] = messages;
  const isKnown = messages.length === 1 && row.failures >= TRIES_OF_ONE;
  if (!isKnown || only === undefined || !(error instanceof MailSourceError) || error.kind === 'throttled') return null;
  const detail = error.message.slice(0, 500);
  return { uid: only.uid, kind: 'failed', reason: 'SERVER_ERROR', bytes: only.bytes, detail };
}

/** Why a message isn't copied; null if it is. The size that the source reports is never trusted. */
function problemOf(message: FetchedMessage | MissedMessage, told: number): Missed | null {
  const { uid } = message;
  if ('problem' in message) {
    const detail = message.detail.slice(0, 500);
    const isGone = message.problem === 'gone';
    if (isGone) return { uid, kind: 'skipped', reason: 'GONE', bytes: told, detail };
    return { uid, kind: 'failed', reason: 'SERVER_ERROR', bytes: told, detail };
  }
  const bytes = message.raw.length;
  if (bytes === 0) return { uid, kind: 'skipped', reason: 'EMPTY', bytes };
  if (bytes <= MESSAGE_MAXIMUM_BYTES) return null;
  const limitBytes = MESSAGE_MAXIMUM_BYTES;
  return { uid, kind: 'skipped', reason: 'TOO_LARGE', bytes, limitBytes, ...describe(message) };
}

/** How the report names a message. */
const describe = ({ raw, internalDate }: FetchedMessage) => ({ subject: readSubject(raw), date: internalDate });
