import { TEMPLATE_VERSION } from './template.ts';

/** More values than this are not tried: each is a request. */
const DISCOVERY_VALUES_MAXIMUM = 3;

/** What a provider says about itself. draft-ietf-dconn-domainconnect §7.2. */
export type ProviderSettings = { providerId: string; name: string; urlSyncUX: string | null; urlApi: string };

/** Settings that we understand; a provider that insists on others isn't used. */
const UNDERSTOOD = ['providerId', 'providerName', 'providerDisplayName', 'urlSyncUX', 'urlAPI', 'nameServers'];
const NAME_MAXIMUM_CHARACTERS = 100;

/** The addresses that `_domainconnect` records name: a host with an optional path, and nothing else. §7.1. */
export function readDiscovery(values: readonly string[]): string[] {
  return values.flatMap((value) => plainUrl(`https://${value.trim()}`) ?? []).slice(0, DISCOVERY_VALUES_MAXIMUM);
}

/** The settings in a provider's answer; null if there are none, or none that can be used. */
export function readSettings(answer: unknown): ProviderSettings | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { providerId, providerName, providerDisplayName, urlSyncUX, urlAPI, crit } = answer as Record<string, unknown>;
  const isUnderstood = (name: unknown) => UNDERSTOOD.includes(String(name)) || !(String(name) in answer);
  if (crit !== undefined && !(Array.isArray(crit) && crit.every(isUnderstood))) return null;
  const name = [providerDisplayName, providerName].find((each) => typeof each === 'string' && each.trim() !== '');
  const urlApi = plainUrl(urlAPI);
  if (typeof providerId !== 'string' || typeof name !== 'string' || urlApi === null) return null;
  const sync = urlSyncUX === undefined || urlSyncUX === null ? null : plainUrl(urlSyncUX);
  return { providerId, name: name.trim().slice(0, NAME_MAXIMUM_CHARACTERS), urlSyncUX: sync, urlApi };
}

/** Whether a provider has the present version of our template. One that names no version added it by hand, as we sent it. §8.2. */
export function knowsTemplate(answer: unknown): boolean {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined;
  return typeof version !== 'number' || version >= TEMPLATE_VERSION;
}

/** `https`, a name and an optional path: no user, no query, no fragment, no port, and no slash at the end. */
function plainUrl(text: unknown): string | null {
  const [, host = '', path = ''] =
    typeof text === 'string' && text.length <= 500
      ? (/^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)((?:\/[\w.~%-]+)*)\/?$/i.exec(text) ?? [])
      : [];
  const isAddress = /\.\d+$/.test(host);
  return host === '' || isAddress || path.includes('/..') ? null : `https://${host.toLowerCase()}${path}`;
}
