import { canHoldZone } from '@postern/domain/domain-connection';
import { createDomainChecker } from './domains/domain-checker.ts';
import { isRegistered } from './domains/is-registered.ts';
import { registrableDomain } from './domains/registrable-domain.ts';
import { cachedResolver } from './resolver/cached-resolver.ts';
import { coalescingResolver } from './resolver/coalescing-resolver.ts';
import type { ServerAddress } from './resolver/exchange.ts';
import { createResolver, type ResolverOptions, type StartableResolver } from './resolver/resolver.ts';
import { createSourceResolver } from './resolver/source-resolver.ts';
import { systemServers } from './resolver/system-servers.ts';

/**
 * Everything that checks domains, loaded with the first check. Without `servers` it uses the machine's resolvers. `reach` is for name servers
 * elsewhere than on the internet. `watch` may wrap the resolver that all look-ups go through, below the caches.
 */
export function createChecks(
  servers: readonly ServerAddress[] | null,
  ownNames: readonly string[],
  reach: Pick<ResolverOptions, 'delegatedPort' | 'mayAsk'> = {},
  watch: (resolver: StartableResolver) => StartableResolver = (resolver) => resolver,
) {
  const iterative = watch(createResolver({ servers: servers ?? systemServers(), ...reach }));
  const resolver = coalescingResolver(iterative);
  const cached = cachedResolver(resolver, { nowMillis: () => performance.now() });
  return {
    resolver,
    sourceResolver: coalescingResolver(createSourceResolver(iterative, cached)),
    checkDomain: createDomainChecker(resolver, { others: cached }),
    registrableDomain,
    isRegistered: (domainName: string) => isRegistered(resolver, domainName),
    canHoldZone: (domainName: string) => canHoldZone(domainName, registrableDomain, ownNames),
  };
}
