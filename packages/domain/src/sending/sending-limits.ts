import type { SendingLimits } from '../plans/index.ts';

/** A span in which recipients are counted: an hour, a day or a month in UTC. */
export type SendingSpan = keyof SendingLimits;
export const SENDING_SPANS: readonly SendingSpan[] = ['hour', 'day', 'month'];

/** Whose recipients are counted: the mailbox's, or those of all mailboxes of the domain. */
export type SendingScope = 'mailbox' | 'domain';

/** What the domain's administrators were told in a span: nothing, that the limit is near, that it is reached. */
export type NoticeLevel = 0 | 1 | 2;

/** What was counted in a span since it began. */
export type SendingCount = {
  scope: SendingScope;
  span: SendingSpan;
  limit: number;
  recipients: number;
  startsAt: Date;
  noticed: NoticeLevel;
};

/**
 * A message that isn't taken. `freeAt` is when the span ends; null if the message alone has more recipients than the limit. A message that
 * may go within a day is worth keeping: mail programs try it again. For any other, its person should know at once.
 */
export type SendingRefusal = {
  scope: SendingScope;
  span: SendingSpan;
  limit: number;
  freeAt: Date | null;
  isTemporary: boolean;
};

/** Something that the administrators should be told now. */
export type SendingNotice = { count: SendingCount; level: 1 | 2 };

/** From this share of a limit on, its administrators are warned. */
const WARN_AT = 0.8;
const DAY_MILLIS = 86_400_000;

/** When the span that contains `at` began. */
export function spanStart(span: SendingSpan, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (span === 'month') return new Date(Date.UTC(year, month));
  return new Date(Date.UTC(year, month, day, span === 'day' ? 0 : at.getUTCHours()));
}

/** When the span that began at `startsAt` ends. */
export function spanEnd(span: SendingSpan, startsAt: Date): Date {
  if (span === 'month') return new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1));
  return new Date(startsAt.getTime() + (span === 'day' ? DAY_MILLIS : DAY_MILLIS / 24));
}

/**
 * Decides on a message to this many recipients: all of it goes, or nothing of it. A refused one isn't counted, so that trying again doesn't
 * make the wait longer. `notices` says what to tell the administrators, each level once in a span.
 */
export function decideSending(
  counts: readonly SendingCount[],
  recipients: number,
  now: Date,
): { refusal: SendingRefusal | null; notices: SendingNotice[] } {
  const exceeded = counts.filter((count) => count.recipients + recipients > count.limit);
  const notices = (exceeded.length > 0 ? exceeded : counts).flatMap((count) => {
    const level = levelOf(count, recipients);
    return level > count.noticed && level !== 0 ? [{ count, level }] : [];
  });
  const refusals = exceeded.map((count) => refuse(count, recipients, now));
  // The one that lasts longest.
  const [refusal = null] = refusals.sort((a, b) => lasts(b) - lasts(a));
  return { refusal, notices };
}

function levelOf({ limit, recipients: before }: SendingCount, recipients: number): NoticeLevel {
  // A message that is too long for an unused limit says nothing about the mailbox.
  if (recipients > limit) return 0;
  if (before + recipients >= limit) return 2;
  return before + recipients >= limit * WARN_AT ? 1 : 0;
}

function refuse({ scope, span, limit, startsAt }: SendingCount, recipients: number, now: Date): SendingRefusal {
  const freeAt = recipients > limit ? null : spanEnd(span, startsAt);
  return { scope, span, limit, freeAt, isTemporary: freeAt !== null && freeAt.getTime() - now.getTime() <= DAY_MILLIS };
}

const lasts = ({ freeAt }: SendingRefusal): number => freeAt?.getTime() ?? Number.POSITIVE_INFINITY;
