import { renderStsPolicy } from '@postern/domain/client-setup';
import type { Database } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import { PanelError } from '../../http/panel-error.ts';
import { listSeenMx } from '../domain-verification/public.ts';

export type PolicyDeps = { db: Database; dns: Pick<DnsServices, 'mtaSts' | 'targets'> };

/** The MTA-STS policy of the domain whose host `mta-sts.` was asked. NOT_FOUND if it is off, or the domain's mail isn't only ours. */
export async function describeTransportPolicy({ db, dns }: PolicyDeps, host: string): Promise<string> {
  const [, domainName] = /^mta-sts\.(.+)$/i.exec(host) ?? [];
  if (dns.mtaSts === null || domainName === undefined) throw new PanelError('NOT_FOUND');
  const mxRecords = await db.asSystem((tx) => listSeenMx(tx, domainName.toLowerCase()));
  const policy = renderStsPolicy(dns.mtaSts, mxRecords, dns.targets.mxHosts);
  if (policy === null) throw new PanelError('NOT_FOUND');
  return policy;
}
