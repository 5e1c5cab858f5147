import type { EntriOptions } from '@postern/adapter-dns/port';
import { type Settings, urlOf } from './setting-values.ts';

export const ENTRI_SETTINGS = ['POSTERN_ENTRI_APPLICATION_ID', 'POSTERN_ENTRI_SECRET', 'POSTERN_ENTRI_URL'];

/** The operator's account at Entri; null without one. */
export function entriOf(settings: Settings): EntriOptions | null {
  const applicationId = settings.env['POSTERN_ENTRI_APPLICATION_ID'] || null;
  const secret = settings.env['POSTERN_ENTRI_SECRET'] || null;
  if ((applicationId === null) !== (secret === null))
    settings.refuse('POSTERN_ENTRI_APPLICATION_ID and POSTERN_ENTRI_SECRET must both be set, or neither.');
  // In production the secret is only sent over https.
  const protocols = settings.mode === 'production' ? ['https:'] : ['https:', 'http:'];
  const url = urlOf(settings, 'POSTERN_ENTRI_URL', protocols) ?? 'https://api.goentri.com/token';
  return applicationId === null || secret === null ? null : { applicationId, secret, url };
}
