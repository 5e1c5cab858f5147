import type { FolderLedgerView, ImportTask, MissedMessage } from '@postern/contract/mail-import';
import { type FolderLedger, isBalanced } from '@postern/domain/mail-import';
import type { FolderRow, ImportRow, IssueRow } from './mail-import-repository.ts';

const SECOND_MILLIS = 1000;
/** Before this, the speed of an import says little. */
const MEASURED_AFTER_MILLIS = 5 * SECOND_MILLIS;

const given = <Name extends string, Value>(name: Name, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [name]: value }) as { [key in Name]?: Value };

const instantOf = (at: Date | null) => at?.toISOString();

/** An import as the API shows it. It has no secret, so the same goes to open panels as news. */
export function toImportTask(row: ImportRow, now: Date, destinationName?: string | null): ImportTask {
  const { found, copied, present, skipped, failed } = row;
  const isEnded = row.endedAt !== null;
  return {
    taskId: row.taskId,
    sourceEmail: row.remoteEmail,
    destinationEmail: row.destinationEmail,
    status: row.status,
    createdOnEpochMillis: row.createdAt.getTime(),
    messages: { total: found, done: copied + present, failed, skipped, present },
    bytes: { total: row.bytesFound, done: row.bytesCopied + row.bytesPresent },
    ...given('currentFolder', isEnded ? null : row.currentFolder),
    ...given('error', row.problem),
    ...given('errorDetail', row.problemDetail),
    ...given('destinationName', destinationName === '' ? null : destinationName),
    ...{ host: row.host, port: row.port, ssl: row.ssl, withJunkAndTrash: row.withJunkAndTrash },
    ...given('notificationEmail', row.notificationEmail),
    ...given('ownerEmail', row.ownerEmail),
    isCounting: !row.isCounted && !isEnded,
    ...given('secondsLeft', secondsLeft(row, now)),
    ...given('nextTryAt', row.status === 'interrupted' ? instantOf(row.nextTryAt) : null),
    ...given('mailedTo', isEnded ? null : row.mailedTo),
    ...given('startedAt', instantOf(row.startedAt)),
    ...given('endedAt', instantOf(row.endedAt)),
    ...given('signInWith', row.signInWith),
    ...given('erasedAt', instantOf(row.erasedAt)),
    ...given('missingBytes', row.missingBytes),
  };
}

/** How long the rest takes at the speed so far; null while that can't be known. */
function secondsLeft(row: ImportRow, now: Date): number | null {
  const { startedAt, status, isCounted, bytesCopied, bytesPresent, bytesFound } = row;
  if (startedAt === null || status !== 'started' || !isCounted || bytesCopied === 0) return null;
  const millis = now.getTime() - startedAt.getTime();
  if (millis < MEASURED_AFTER_MILLIS) return null;
  const left = Math.max(0, bytesFound - bytesCopied - bytesPresent);
  return Math.ceil((left / bytesCopied) * (millis / SECOND_MILLIS));
}

/** A folder's ledger, as the domain's rules take it. */
export const toLedger = (row: Omit<FolderRow, 'source' | 'target'>): FolderLedger => ({
  messages: {
    ...{ found: row.found, copied: row.copied, present: row.present },
    ...{ skipped: row.skipped, failed: row.failed },
  },
  bytes: {
    ...{ found: row.bytesFound, copied: row.bytesCopied, present: row.bytesPresent },
    ...{ skipped: row.bytesSkipped, failed: row.bytesFailed },
  },
});

/** A folder's line of the report, with its messages that weren't copied. */
export function toFolderLedger(row: FolderRow, issues: readonly IssueRow[]): FolderLedgerView {
  const of = (kind: IssueRow['kind']) => issues.filter((issue) => issue.kind === kind).map(toMissedMessage);
  return {
    ...{ folder: row.source, target: row.target, isRenamed: row.isRenamed },
    ...{ found: row.found, copied: row.copied, present: row.present },
    ...{ skipped: of('skipped'), skippedCount: row.skipped, failed: row.failed, failures: of('failed') },
    ...{ bytesFound: row.bytesFound, bytesCopied: row.bytesCopied },
    isBalanced: isBalanced(toLedger(row)),
    ...given('change', row.change),
  };
}

const toMissedMessage = ({ reason, subject, date, bytes, detail, limitBytes }: IssueRow): MissedMessage => ({
  ...{ reason, subject, date: date?.toISOString() ?? null, size: bytes },
  ...given('detail', detail),
  ...given('limitBytes', limitBytes),
});
