import { sign } from 'node:crypto';
import { applyUrl, canonicalQuery, templateValues } from '@postern/domain/domain-connect';
import type { DomainConnectConfig } from '../../config/domain-connect-config.ts';
import type { DomainConnect } from '../../feature/dns-services.ts';

/** Domain Connect with the operator's settings. */
export function domainConnectService(
  { providerId, serviceId, keyHost, privateKey }: NonNullable<DomainConnectConfig>,
  discover: DomainConnect['discover'],
): DomainConnect {
  return {
    discover,
    applyUrl: (urlSyncUX, domain, records, redirectUri) => {
      const query = canonicalQuery({ domain, redirect_uri: redirectUri, ...templateValues(records) });
      const signature = sign('sha256', Buffer.from(query), privateKey).toString('base64');
      return applyUrl(urlSyncUX, { providerId, serviceId }, query, { signature, keyHost });
    },
  };
}
