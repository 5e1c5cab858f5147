import { MailSourceError, type SourceSession } from '@postern/adapter-mail-source/port';
import { MailBackendError } from '@postern/adapter-mail/port';
import { outcomeOf } from '@postern/domain/mail-import';
import { isHeldBy, type Lease } from '../../db/lease.ts';
import { readMailboxRoom } from '../mailboxes/public.ts';
import { type Begun, beginFolder } from './begin-folder.ts';
import { LEASE_MILLIS } from './claim-import.ts';
import { connectSource } from './connect-source.ts';
import { copyFolder } from './copy-folder.ts';
import { CountedLists } from './counted-lists.ts';
import { countSource } from './count-source.ts';
import { finishSteps, HELD, inTurn, LeaseLost, type Run, type RunDeps, step } from './engine-context.ts';
import { finishImport } from './finish-import.ts';
import { interruptImport } from './interrupt-import.ts';
import { lookAgain } from './look-again.ts';
import { changeImport, type FolderRow, type ImportRow, listFolders } from './mail-import-repository.ts';
import { toLedger } from './mail-import-view.ts';

const RENEW_EVERY_MILLIS = 20_000;

/** Works on an import until it ends, waits, or the process has to stop. Never throws for what a source or a mail store does. */
export async function runImport(
  deps: RunDeps,
  { row, lease }: { row: ImportRow; lease: Lease },
  isStopping: () => boolean,
): Promise<void> {
  const run: Run = {
    ...{ deps, row, lease, isStopping, publishedAt: Number.NEGATIVE_INFINITY, hasMoved: false },
    ...{ lastWrite: Promise.resolve(), joins: null, counted: new CountedLists() },
    destination: { mailboxId: row.mailboxId, address: row.destinationEmail, usedBytes: 0, quotaBytes: 0 },
  };
  const heartbeat = setInterval(() => void renew(run).catch(() => {}), RENEW_EVERY_MILLIS);
  heartbeat.unref();
  try {
    await work(run);
  } catch (error) {
    await handle(run, error);
  } finally {
    clearInterval(heartbeat);
    await release(run).catch((error: unknown) => deps.log.warn({ err: error }, 'lease of an import not given back'));
  }
}

async function work(run: Run): Promise<void> {
  const { db } = run.deps;
  const destination = await db.asTenant(run.row.customerId, (tx) => readMailboxRoom(tx, run.row));
  if (destination === null) return finishImport(run, { status: 'failed', problem: 'MAILBOX_GONE' });
  run.destination = { ...destination };
  const session = await connectSource(run);
  if (session === null) return interruptImport(run, { problem: 'PASSWORD_MISSING', detail: null, waits: 'person' });
  try {
    await copyAll(run, session);
    await finishSteps(run);
  } finally {
    await session.close().catch(() => {});
  }
}

async function copyAll(run: Run, session: SourceSession): Promise<void> {
  const { clock } = run.deps;
  const startedAt = run.row.startedAt ?? clock.now();
  const isRunning = { status: 'started', startedAt, problem: null, problemDetail: null, waitingSince: null } as const;
  await step(run, async () => isRunning, { isNews: true });
  if (!run.row.isCounted) await countSource(run, session);
  if (run.row.endedAt !== null) return;
  let folders = await foldersOf(run);
  for (;;) {
    const waiting = folders.filter(({ state }) => state === 'waiting');
    if (waiting.length === 0 && run.row.hasLookedAgain) break;
    await copyFolders(run, session, waiting);
    if (run.row.endedAt !== null) return;
    if (run.isStopping()) return;
    if (waiting.length === 0) await lookAgain(run, session);
    // What was copied is done, and a folder with new UIDs has got a second line.
    folders = await foldersOf(run);
  }
  const isComplete = folders.every(({ isUnreadable }) => !isUnreadable);
  await finishImport(run, { status: outcomeOf(folders.map(toLedger), isComplete) });
}

/** Copies folders one after another, and begins to read each while the one before it is being stored. */
async function copyFolders(run: Run, session: SourceSession, folders: readonly FolderRow[]): Promise<void> {
  let beginning: Promise<Begun | null> = Promise.resolve(null);
  for (const [at, folder] of folders.entries()) {
    if (run.isStopping()) return;
    const begun = await beginning;
    beginning = Promise.resolve(null);
    const following = folders[at + 1];
    const beginNext = () => {
      if (following === undefined) return;
      beginning = beginFolder(run, session, following);
      // An error is thrown when the folder's turn comes, and ignored if it never does.
      beginning.catch(() => {});
    };
    await copyFolder(run, session, folder, { begun, beginNext });
    if (run.row.endedAt !== null) return;
  }
}

const foldersOf = (run: Run) => run.deps.db.asTenant(run.row.customerId, (tx) => listFolders(tx, run.row));

/** Decides what an error means for the import: it waits and continues, or it waits for a person. */
async function handle(run: Run, error: unknown): Promise<void> {
  const { log } = run.deps;
  if (error instanceof LeaseLost) return;
  // The error's own words may quote a server, never a password.
  log.warn({ err: error, taskId: run.row.taskId }, 'import interrupted');
  try {
    if (error instanceof MailSourceError) return await interruptImport(run, ofSource(error));
    const problem = error instanceof MailBackendError ? 'MAIL_BACKEND_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
    await interruptImport(run, { problem, detail: null, waits: 'unreachable' });
  } catch (second) {
    // The database is away, or the import is no longer ours: the lease ends, and the next process to take it continues.
    if (!(second instanceof LeaseLost)) log.warn({ err: second, taskId: run.row.taskId }, 'import not interrupted');
  }
}

function ofSource({ kind, message }: MailSourceError): Parameters<typeof interruptImport>[1] {
  const detail = message.slice(0, 500);
  if (kind === 'auth_failed') return { problem: 'IMAP_AUTH_FAILED', detail, waits: 'person' };
  if (kind === 'certificate') return { problem: 'CERTIFICATE_FAULT', detail, waits: 'person' };
  if (kind === 'no_starttls') return { problem: 'STARTTLS_MISSING', detail, waits: 'person' };
  if (kind === 'host_not_allowed') return { problem: 'HOST_NOT_ALLOWED', detail, waits: 'unreachable' };
  if (kind === 'throttled') return { problem: 'THROTTLED', detail, waits: 'throttled' };
  if (kind === 'unreachable' || kind === 'not_found')
    return { problem: 'MAIL_SERVER_UNREACHABLE', detail, waits: 'unreachable' };
  return { problem: 'SOURCE_FAULT', detail, waits: 'unreachable' };
}

/** Keeps the lease while a call to a server takes long. */
const renew = (run: Run): Promise<void> =>
  inTurn(run, async () => {
    const until = new Date(run.deps.clock.now().getTime() + LEASE_MILLIS);
    const renewed = await run.deps.db.asTenant(run.row.customerId, (tx) =>
      changeImport(tx, run.row, { leaseUntil: until }, isHeldBy(HELD, run.lease)),
    );
    if (renewed !== null) run.lease = { ...run.lease, until };
  });

const release = (run: Run): Promise<unknown> =>
  inTurn(run, () =>
    run.deps.db.asTenant(run.row.customerId, (tx) =>
      changeImport(tx, run.row, { leaseUntil: null, leaseBy: null }, isHeldBy(HELD, run.lease)),
    ),
  );
