import type { DkimKeyView } from '@postern/contract/dkim';
import { ApiError, hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import type { Text } from '../../lib/i18n/texts.ts';

/** The specification's names of a key's failures. Spec 2 §8, DKIM. */
const TOASTS = {
  BAD_REQUEST: 'BAD_REQUEST',
  DKIM_NOT_FOUND: 'DKIM_NOT_FOUND',
  NOT_FOUND: 'NOT_FOUND',
  HOST_NOT_FOUND: 'HostNotFound',
  TOKEN_NOT_FOUND: 'TOKEN_NOT_FOUND',
  LOOKUP_TIMEOUT: 'LookupTimeout',
  EXTERNAL_ERROR: 'EXTERNAL_ERROR',
  INTERNAL_SERVER_ERROR: 'INTERNAL_SERVER_ERROR',
} as const;
type KnownCode = keyof typeof TOASTS;

/** Why a key couldn't be made, switched on or deleted, and what to do about it. */
export function keyFailureText(error: unknown, key: Pick<DkimKeyView, 'host'> | null, domain: string, t: Text): string {
  const host = key === null ? domain : `${key.host}.${domain}`;
  const code = error instanceof ApiError ? error.code : null;
  // The name exists, but has no TXT record.
  if (hasCode(error, 'HOST_NOT_FOUND') && error.attrs['reason'] === 'no-data') return t('dkim.toast.verify', { host });
  if (code !== null && Object.hasOwn(TOASTS, code)) return t(`dkim.toast.${TOASTS[code as KnownCode]}`, { host });
  // No answer, and refusals that any call may get, have the general text.
  const known = errorText(error, t);
  return known === t('errors.unexpected') ? t('dkim.toast.OTHER') : known;
}
