import { hasText, type Text, type TextValues } from '../i18n/texts.ts';
import { ApiError } from './api-error.ts';

/** Attributes that a text may use in braces; objects and lists are not for people. */
const isShowable = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'string' || typeof entry[1] === 'number';

const waitMinutes = (error: ApiError): number => Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60));

/** What happened, why, and what to do next: from the code and its attributes, never from the server's English. Spec 1 §8. */
export function errorText(error: unknown, t: Text): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (error.kind === 'network') return navigator.onLine ? t('errors.network') : t('errors.offline');
  if (error.kind === 'timeout') return t('errors.timeout');
  if (error.code === null) return t('errors.unexpected');
  const key = `errors.${error.code}` as const;
  if (!hasText(key)) return t('errors.unexpected');
  const attrs: TextValues = Object.fromEntries(Object.entries(error.attrs).filter(isShowable));
  return t(key, { ...attrs, minutes: waitMinutes(error) });
}
