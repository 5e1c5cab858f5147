import { canHoldZone } from '@postern/domain/domain-connection';
import { createDomainChecker } from './domains/domain-checker.ts';
import { isRegistered } from './domains/is-registered.ts';
import { registrableDomain } from './domains/registrable-domain.ts';
import { cachedResolver } from './resolver/cached-resolver.ts';
import { coalescingResolver } from './resolver/coalescing-resolver.ts';
import type { ServerAddress } from './resolver/exchange.ts';
import { createResolver } from './resolver/resolver.ts';
import { systemServers } from './resolver/system-servers.ts';

/** Everything that checks domains, loaded with the first check. Without `servers` it uses the machine's resolvers. */
export function createChecks(servers: readonly ServerAddress[] | null, ownNames: readonly string[]) {
  const resolver = coalescingResolver(createResolver({ servers: servers ?? systemServers() }));
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
