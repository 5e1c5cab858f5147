import { Globe } from 'lucide-react';
import { LOCALE_NAMES, type Locale } from '../i18n/locales.ts';
import { chooseLocale, OFFERED_LOCALES, useLocale, useText } from '../i18n/texts.ts';
import { showToast } from '../toasts.ts';

/** Chooses the panel's language among those that have texts. The browser's own select: small, and good on a phone. */
export function LanguageSelect({
  className = '',
  onChosen,
}: {
  className?: string;
  onChosen?: (locale: Locale) => void;
}) {
  const t = useText();
  const locale = useLocale();
  function choose(next: Locale) {
    onChosen?.(next);
    chooseLocale(next).catch(() => showToast(t('errors.network'), { kind: 'error' }));
  }
  return (
    <label
      className={`touch inline-flex items-center gap-1.75 rounded-sm text-small text-2nd hover:text-text ${FOCUS} ${className}`}
    >
      <Globe size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
      <span className="sr-only">{t('app.language')}</span>
      <select
        value={locale}
        onChange={(event) => choose(event.target.value as Locale)}
        className="field-sizing-content cursor-pointer appearance-none bg-transparent py-1 outline-none! pointer-coarse:text-lead"
      >
        {OFFERED_LOCALES.map((each) => (
          <option key={each} value={each} lang={each} className="bg-surface text-text">
            {LOCALE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

const FOCUS =
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-4 has-[:focus-visible]:outline-accent';
