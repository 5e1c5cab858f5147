import { canHoldZone } from '@postern/domain/domain-connection';
import type { ServerAddress } from './exchange.ts';
import { cachedResolver } from './cached-resolver.ts';
import { createDomainChecker } from './domain-checker.ts';
import { isRegistered } from './is-registered.ts';
import { joinedResolver } from './joined-resolver.ts';
import { registrableDomain } from './registrable-domain.ts';
import { createResolver } from './resolver.ts';
import { systemServers } from './system-servers.ts';

/** All that looks at domains, loaded when the first is looked at: who asks the world, bounded; and what may be a zone. Null: the machine's resolvers. */
export function createChecks(servers: readonly ServerAddress[] | null, ownNames: readonly string[]) {
  const resolver = joinedResolver(createResolver({ servers: servers ?? systemServers() }));
  return {
    resolver,
    checkDomain: createDomainChecker(resolver, {
      others: cachedResolver(resolver, { nowMillis: () => performance.now() }),
    }),
    registrableDomain,
    isRegistered: (domainName: string) => isRegistered(resolver, domainName),
    canHoldZone: (domainName: string) => canHoldZone(domainName, registrableDomain, ownNames),
  };
}
