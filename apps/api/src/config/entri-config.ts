import type { EntriOptions } from '@postern/adapter-dns/port';
import { ConfigError, type Environment, urlOf } from './setting-values.ts';

export const ENTRI_SETTINGS = ['POSTERN_ENTRI_APPLICATION_ID', 'POSTERN_ENTRI_SECRET', 'POSTERN_ENTRI_URL'];

/** The operator's account at Entri; null without one. */
export function entriOf(env: Environment, mode: 'evaluation' | 'production'): EntriOptions | null {
  const applicationId = env['POSTERN_ENTRI_APPLICATION_ID'] || null;
  const secret = env['POSTERN_ENTRI_SECRET'] || null;
  if ((applicationId === null) !== (secret === null))
    throw new ConfigError('POSTERN_ENTRI_APPLICATION_ID and POSTERN_ENTRI_SECRET must both be set, or neither.');
  // In production the secret is only sent over https.
  const protocols = mode === 'production' ? ['https:'] : ['https:', 'http:'];
  const url = urlOf(env, 'POSTERN_ENTRI_URL', protocols) ?? 'https://api.goentri.com/token';
  return applicationId === null || secret === null ? null : { applicationId, secret, url };
}
