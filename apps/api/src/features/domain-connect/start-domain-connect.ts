import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { type DnsServices } from '../../feature/dns-services.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { backAddress } from './come-back.ts';
import { readDomainState } from '../domain-connection/public.ts';

export type ConnectDeps = { db: Database; clock: Clock; dns: DnsServices; publicUrl: string };

/** The provider's page where the person can have the records set, as found by the last check. The next check shows the result. */
export async function startDomainConnect(
  { db, clock, dns, publicUrl }: ConnectDeps,
  { actor, requestId }: SessionContext,
): Promise<{ url: string; providerName: string }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId, partnerId } = actor;
  return db.asTenant(customerId, async (tx) => {
    const { connection, domainName, planned } = await readDomainState(tx, dns, actor);
    const provider = connection.lastCheck?.domainConnect ?? null;
    if (dns.domainConnect === null || provider === null || planned.length === 0)
      throw new PanelError('DOMAIN_CONNECT_UNAVAILABLE');
    const back = await backAddress({ db, publicUrl }, partnerId);
    const url = dns.domainConnect.applyUrl(provider.urlSyncUX, domainName, planned, back);
    const what = { action: 'domain.connect-started' as const, target: domainName, attrs: { provider: provider.name } };
    await writeAudit(tx, clock, { customerId, bundleId, actor: actor.email, requestId, ...what });
    return { url, providerName: provider.name };
  });
}
