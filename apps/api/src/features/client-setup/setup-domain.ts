import { parseDomainName, parseEmailAddress } from '@postern/domain/addresses';
import { type MailHosts, type MailServers, mailServersFor } from '@postern/domain/client-setup';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { readPartnerInfo } from '../partners/public.ts';

export type SetupDeps = { db: Database; mailHosts: { everywhere: MailHosts; eu: MailHosts } };

export type SetupDomain = { domainName: string; providerName: string; servers: MailServers };

/** The settings for one of our domains; any other is NOT_FOUND. The answer doesn't reveal whether an address exists. */
export async function readSetupDomain(deps: SetupDeps, domain: string, host: string): Promise<SetupDomain> {
  const parsed = parseDomainName(domain);
  if (!parsed.ok) throw new PanelError('NOT_FOUND');
  const { companyName } = await readPartnerInfo(deps, { domainId: parsed.value });
  return { domainName: parsed.value, providerName: companyName, servers: mailServersFor(host, deps.mailHosts) };
}

/** Parses an address that an app sent without a sign-in. */
export function parseSetupAddress(email: unknown): { address: string; domainName: string } {
  const parsed = typeof email === 'string' ? parseEmailAddress(email) : null;
  if (!parsed?.ok) throw new PanelError('NOT_FOUND');
  return parsed.value;
}
