import { knowsTemplate, readDiscovery, readSettings } from '@postern/domain/domain-connect';
import type { ConnectProvider, DnsResolver } from './port.ts';
import { type FetchOptions, fetchPublic } from './public-internet/fetch-public.ts';

type Deps = { resolver: DnsResolver; template: { providerId: string; serviceId: string }; fetching?: FetchOptions };

/** The domain's provider if it supports our template; null if it doesn't or can't be reached. draft-ietf-dconn-domainconnect §7, §8.2. */
export async function discoverDomainConnect(
  { resolver, template: { providerId, serviceId }, fetching }: Deps,
  domain: string,
): Promise<ConnectProvider | null> {
  const { result } = await resolver.lookUp(`_domainconnect.${domain}`, 'TXT');
  if (result.kind !== 'found') return null;
  for (const prefix of readDiscovery(result.values)) {
    const answer = await fetchPublic(`${prefix}/v2/${domain}/settings`, fetching);
    const settings = answer !== null && isSuccess(answer.status) ? readSettings(parse(answer.body)) : null;
    if (settings === null) continue;
    const { name, urlSyncUX, urlApi } = settings;
    if (urlSyncUX === null) return null;
    const path = `domainTemplates/providers/${encodeURIComponent(providerId)}/services/${encodeURIComponent(serviceId)}`;
    const support = await fetchPublic(`${urlApi}/v2/${path}`, fetching);
    const isKnown = support !== null && isSuccess(support.status) && knowsTemplate(parse(support.body));
    return isKnown ? { name, urlSyncUX } : null;
  }
  return null;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
