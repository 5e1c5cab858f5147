import { Button } from '@postern/ui/buttons/button';
import { useText } from '../../lib/i18n/texts.ts';
import { ProgressRing } from './progress-ring.tsx';
import { useCheckTime } from './use-check-time.ts';
import type { DomainCheck } from './use-domain-check.ts';

type Props = {
  /** How many of all records are right. */
  right: number;
  all: number;
  /** Whether mail arrives and isn't signed, so that not everything is right. */
  isUnsigned?: boolean;
  /** Whether some of them couldn't be checked. */
  isUnknown: boolean;
  lastUpdated: string | null;
  check: Omit<DomainCheck, 'error'>;
};

/** The progress, the time of the last check, and the time of the next one. Spec 2 §2, live status bar. */
export function LiveBar({ right, all, isUnsigned = false, isUnknown, lastUpdated, check }: Props) {
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
                ? t(isUnsigned ? 'domainConnection.bar.unsigned' : 'domainConnection.bar.verified')
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

/** A component of its own, as its text changes every second. */
function Note({ isDone, lastUpdated, check }: Pick<Props, 'lastUpdated' | 'check'> & { isDone: boolean }) {
  return useCheckTime(lastUpdated, check, isDone);
}
