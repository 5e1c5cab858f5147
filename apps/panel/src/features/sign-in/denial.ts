import { reportEvent } from '../../lib/events/analytics.ts';
import { ApiError, hasCode } from '../../lib/http/api-error.ts';
import { loadTexts } from '../../lib/i18n/texts.ts';
import { loadChunk } from '../../lib/reload/chunk-errors.ts';
import type { OfacDenied } from './ofac-denied.tsx';

/** What a visitor from a sanctioned country sees instead of a form. */
export type Denial = { country: string; Screen: typeof OfacDenied };

function countryOf({ attrs: { countryName } }: ApiError): string {
  return typeof countryName === 'string' ? countryName : '';
}

/** The screen is loaded after the refusal, because hardly anyone ever sees it. */
export async function readDenial(error: ApiError): Promise<Denial> {
  const [{ OfacDenied: Screen }] = await Promise.all([
    loadChunk(() => import('./ofac-denied.tsx')),
    loadTexts('passwords'),
  ]);
  return { country: countryOf(error), Screen };
}

/** Reports a sign-in that failed; that of a visitor from a sanctioned country under a name of its own. Spec 1 §8. */
export function reportRefusal(error: unknown): void {
  if (hasCode(error, 'OFAC_SANCTIONED_COUNTRY')) {
    reportEvent('ofac_login_denied', { country: countryOf(error) });
  } else {
    reportEvent('login_failure', { cause: error instanceof ApiError ? (error.code ?? error.kind) : 'unknown' });
  }
}
