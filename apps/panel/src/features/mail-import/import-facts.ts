import type { ImportTask } from '@postern/contract/mail-import';
import { showNames } from '@postern/domain/addresses';
import { isOver, SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { formatStorage } from '@postern/domain/mailboxes';
import { useFormat } from '../../lib/i18n/format.ts';
import { type Text, useLocale, useText } from '../../lib/i18n/texts.ts';
import { folderName } from './report/folder-name.ts';

const BYTES_A_MB = 1024 * 1024;
const DAY_SECONDS = 24 * 3600;

/** A size in bytes as text. An empty message has a size too. */
export function useSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => (bytes <= 0 ? `0\u00a0KB` : formatStorage(bytes / BYTES_A_MB, locale));
}

/** Whose mailbox it is: the owner's name, or the address. */
export const ownerOf = ({ destinationName, destinationEmail }: ImportTask): string =>
  destinationName?.trim() ? destinationName : showNames(destinationEmail);

/** The import waits for a person: it continues only with the right password. */
export const needsPassword = ({ status, error }: ImportTask): boolean =>
  status === 'interrupted' && (error === 'IMAP_AUTH_FAILED' || error === 'PASSWORD_MISSING');

/** The messages by what became of them. `left` are those that are still to be copied. */
export function countsOf({ messages }: Pick<ImportTask, 'messages'>) {
  const present = messages.present ?? 0;
  const missed = messages.skipped + messages.failed;
  const seen = Math.min(messages.total, messages.done + missed);
  return { found: messages.total, copied: messages.done - present, present, missed, left: messages.total - seen, seen };
}

/** In whole percent, 100 only when nothing is left. Null while nobody knows how much there is. */
export function percentOf(task: ImportTask): number | null {
  const { found, seen } = countsOf(task);
  if (task.isCounting || found === 0) return null;
  return Math.floor((seen / found) * 100);
}

/** The time left, rounded as a person would say it; nothing while it can't be known. */
function timeLeft(seconds: number | undefined, t: Text): string | null {
  if (seconds === undefined || seconds < 0 || seconds > 2 * DAY_SECONDS) return null;
  if (seconds < 60) return t('mailImport.left.soon');
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? t('mailImport.left.minutes', { count: minutes })
    : t('mailImport.left.hours', { count: Math.round(minutes / 60) });
}

/** What a running import does now: `doing` at the left of the line, `amount` at its right. */
export function useProgressTexts() {
  const t = useText();
  const format = useFormat();
  const size = useSize();
  const amountOf = (task: ImportTask): string | null => {
    if (task.bytes.total === 0 || task.isCounting) return null;
    const amount = t('mailImport.run.bytes', { done: size(task.bytes.done), total: size(task.bytes.total) });
    const left = task.status === 'started' ? timeLeft(task.secondsLeft, t) : null;
    return left === null ? amount : t('mailImport.run.amountAndTime', { amount, left });
  };
  const doingOf = (task: ImportTask): string => {
    if (isOver(task.status)) return t('mailImport.report.over');
    if (task.status !== 'interrupted' && task.isCounting)
      return task.messages.total === 0
        ? t('mailImport.run.looking')
        : t('mailImport.run.counting', { count: task.messages.total });
    if (task.status === 'initialized') return t('mailImport.run.itsTurn');
    if (task.status === 'interrupted') return waitingText(task, t, format.dateTime);
    return task.currentFolder === undefined
      ? t('mailImport.run.working')
      : t('mailImport.run.nowIn', { folder: folderName(task.currentFolder, t) });
  };
  return { amountOf, doingOf };
}

/** Why an import with a sign-in waits for a person, or is paused; null if the sign-in isn't the reason. */
function signInText({ signInWith, error, mailedTo: email }: ImportTask, t: Text): string | null {
  if (signInWith === undefined) return null;
  const provider = SIGN_IN_NAMES[signInWith];
  if (error === 'PAUSED') return t('mailImport.signIn.paused');
  if (error === 'PASSWORD_MISSING')
    return email === undefined
      ? t('mailImport.signIn.title', { provider })
      : t('mailImport.signIn.asked', { provider, email });
  if (error !== 'IMAP_AUTH_FAILED') return null;
  return email === undefined
    ? t('mailImport.signIn.waits', { provider })
    : t('mailImport.signIn.waitsMailed', { provider, email });
}

/** Why nothing moves, and what happens next. */
function waitingText(task: ImportTask, t: Text, dateTime: (instant: string) => string): string {
  const { error = 'MAIL_SERVER_UNREACHABLE', nextTryAt, mailedTo } = task;
  const signIn = signInText(task, t);
  if (signIn !== null) return signIn;
  if (needsPassword(task)) {
    if (error === 'PASSWORD_MISSING' && mailedTo !== undefined)
      return t('mailImport.waiting.asked', { email: mailedTo });
    const reason = t(`mailImport.waiting.${error}`);
    return mailedTo === undefined ? reason : t('mailImport.waiting.mailed', { reason, email: mailedTo });
  }
  const reason = t(`mailImport.waiting.${error}`);
  return nextTryAt === undefined ? reason : t('mailImport.waiting.nextTry', { reason, time: dateTime(nextTryAt) });
}

/** What to say about an import in one sentence. */
export function useSummary() {
  const t = useText();
  const format = useFormat();
  const size = useSize();
  const { doingOf } = useProgressTexts();
  return (task: ImportTask): string => {
    const { found, missed, present } = countsOf(task);
    const { status, error = 'INTERNAL_SERVER_ERROR', missingBytes } = task;
    const done = format.number(task.messages.done);
    const values = { done, found: format.number(found), count: missed, time: endOf(task, format.dateTime) };
    if (!isOver(status)) return doingOf(task);
    if (status === 'successful') return t('mailImport.over.successful', values);
    if (status === 'duplicated_successful')
      return present === found ? t('mailImport.over.allPresent', values) : t('mailImport.over.successful', values);
    if (status === 'noImport') return t('mailImport.over.nothing', values);
    if (status === 'cancelled') return t('mailImport.over.cancelled', { ...values, count: task.messages.done });
    if (error === 'QUOTA_TOO_SMALL' && missingBytes !== undefined)
      return t('mailImport.over.noRoom', { ...values, missing: size(missingBytes) });
    if (status === 'partial_successful')
      return missed === 0 ? t('mailImport.over.unfinished', values) : t('mailImport.over.partial', values);
    return t('mailImport.over.failed', { reason: failedText(task, error, t) });
  };
}

/** Why nothing was copied. */
function failedText({ signInWith }: ImportTask, error: NonNullable<ImportTask['error']>, t: Text): string {
  const provider = signInWith && SIGN_IN_NAMES[signInWith];
  if (provider && error === 'IMAP_AUTH_FAILED') return t('mailImport.signIn.ended', { provider });
  if (provider && error === 'PASSWORD_MISSING') return t('mailImport.signIn.nobody', { provider });
  return t(`mailImport.failed.${error}`);
}

const endOf = ({ endedAt, createdOnEpochMillis }: ImportTask, dateTime: (instant: string) => string): string =>
  dateTime(endedAt ?? new Date(createdOnEpochMillis).toISOString());
