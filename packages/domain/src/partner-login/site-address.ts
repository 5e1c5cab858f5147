import { parseDomainName } from '../addresses/index.ts';

type Given = { code?: string | undefined; domain?: string | undefined; redirect?: string | undefined };

/**
 * The address of the partner's sign-up site, with what the site is told: the domain that the person wants, where to go afterwards, and the
 * code of a customer. An address to go to afterwards must be on the site itself or on one of the partner's origins; else it is left out.
 */
export function siteAddress(site: string, origins: readonly string[], { code, domain, redirect }: Given): string {
  const url = new URL(site);
  const name = domain === undefined ? null : parseDomainName(domain);
  if (name?.ok) url.searchParams.set('domain', name.value);
  if (redirect !== undefined && isOn(redirect, [url.origin, ...origins])) url.searchParams.set('redirect', redirect);
  if (code !== undefined) url.searchParams.set('code', code);
  return url.href;
}

function isOn(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, username, password } = new URL(address);
  return origins.includes(origin) && username === '' && password === '';
}
