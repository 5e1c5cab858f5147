import { parseDomainName, parseEmailAddress } from '@postern/domain/addresses';
import { type MailHosts, type MailServers, mailServersFor } from '@postern/domain/client-setup';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { readPartnerInfo } from '../partners/public.ts';

export type SetupDeps = { db: Database; mailHosts: { everywhere: MailHosts; eu: MailHosts } };

export type SetupDomain = { domainName: string; providerName: string; servers: MailServers };

/** What an app is told of a domain of ours; another domain is NOT_FOUND. Whether an address exists is nobody's to ask. */
export async function readSetupDomain(deps: SetupDeps, domain: string, host: string): Promise<SetupDomain> {
  const parsed = parseDomainName(domain);
  if (!parsed.ok) throw new PanelError('NOT_FOUND');
  const { companyName } = await readPartnerInfo(deps, { domainId: parsed.value });
  return { domainName: parsed.value, providerName: companyName, servers: mailServersFor(host, deps.mailHosts) };
}

/** An address as a stranger typed it into an app, and its domain. */
export function parseSetupAddress(email: unknown): { address: string; domainName: string } {
  const parsed = typeof email === 'string' ? parseEmailAddress(email) : null;
  if (!parsed?.ok) throw new PanelError('NOT_FOUND');
  return parsed.value;
}
