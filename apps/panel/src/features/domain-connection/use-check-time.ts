import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { relativeTime } from './relative-time.ts';
import type { DomainCheck } from './use-domain-check.ts';
import { useSeconds } from './use-seconds.ts';

const MINUTE_MS = 60_000;

/** When the domain was last checked, or when it is checked next, as a sentence. */
export function useCheckTime(
  lastUpdated: string | null,
  check: Pick<DomainCheck, 'isChecking' | 'nextLookAt'>,
  isDone: boolean,
): string {
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
