import { chooseLanguage } from '@postern/contract/language';
import { call } from '../../lib/http/api-client.ts';
import { errorText } from '../../lib/http/error-text.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { noteKeptLanguage } from '../../lib/i18n/own-language.ts';
import { text } from '../../lib/i18n/texts.ts';
import { isVisiting } from '../../lib/session/visit.ts';
import { showToast } from '../../lib/toasts.ts';

/** Keeps the language with the person: for their mails, and for the next sign-in anywhere. */
export function keepLanguage(locale: Locale): void {
  // A supporter reads in their own language, and the customer keeps theirs.
  if (isVisiting()) return;
  noteKeptLanguage(locale);
  call(chooseLanguage, { locale }).catch((error: Error) => showToast(errorText(error, text), { kind: 'error' }));
}
