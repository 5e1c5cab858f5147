import { Button } from '@postern/ui/buttons/button';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { ProgressRing } from './progress-ring.tsx';
import { relativeTime } from './relative-time.ts';
import type { DomainCheck } from './use-domain-check.ts';
import { useSeconds } from './use-seconds.ts';

const MINUTE_MS = 60_000;

type Props = {
  /** How many of all records are right. */
  right: number;
  all: number;
  /** Whether some of them couldn't be checked. */
  isUnknown: boolean;
  lastUpdated: string | null;
  check: Omit<DomainCheck, 'error'>;
};

/** The progress, the time of the last check, and the time of the next one. Spec 2 §2, live status bar. */
export function LiveBar({ right, all, isUnknown, lastUpdated, check }: Props) {
  const t = useText();
  const isDone = right === all;
  // Before the first check there is nothing to count.
  const isFirst = lastUpdated === null && check.isChecking;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-lg bg-accent-soft px-5 py-4 print:hidden forced-colors:border">
      <ProgressRing share={all === 0 ? 0 : right / all} isWorking={check.isChecking} />
      <div className="min-w-0 flex-1 basis-56">
        <p role="status" className="font-[580]">
          {isFirst
            ? t('domainConnection.bar.first')
            : isUnknown && !isDone
              ? t('domainConnection.bar.unknown', { right, all })
              : isDone
                ? t('domainConnection.bar.verified')
                : t('domainConnection.bar.progress', { right, all })}
        </p>
        <p className="num text-small text-accent-text">
          <Note isDone={isDone} lastUpdated={lastUpdated} check={check} />
        </p>
      </div>
      <Button
        kind="quiet"
        size="s"
        pending={check.isChecking}
        onClick={check.check}
        className="max-phone:w-full print:hidden"
      >
        {t('domainConnection.bar.check')}
      </Button>
    </div>
  );
}

function Note({ isDone, lastUpdated, check }: Pick<Props, 'lastUpdated' | 'check'> & { isDone: boolean }) {
  const t = useText();
  const locale = useLocale();
  const now = useSeconds();
  if (check.isChecking) return t('domainConnection.bar.checking');
  if (check.nextLookAt !== null && !isDone) {
    const seconds = Math.max(1, Math.floor((check.nextLookAt - now) / 1000));
    return t('domainConnection.bar.next', { seconds });
  }
  if (lastUpdated === null) return t('domainConnection.bar.never');
  const then = Date.parse(lastUpdated);
  return now - then < MINUTE_MS
    ? t('domainConnection.bar.justNow')
    : t('domainConnection.bar.done', { since: relativeTime(locale, then, now) });
}
