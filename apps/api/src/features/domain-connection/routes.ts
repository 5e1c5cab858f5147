import * as contract from '@postern/contract/domain-connection';
import type { Serve } from '../../http/serve.ts';
import type { PublishDeps } from '../dns/public.ts';
import { checkDomain } from './check-domain.ts';
import { readDomainConnection } from './read-domain-connection.ts';

export function domainConnectionRoutes(serve: Serve, deps: PublishDeps): void {
  serve(contract.checkDomain, (context, input) => checkDomain(deps, context, input.domainName));
  serve(contract.readDomainConnection, (context) => readDomainConnection(deps, context));
}
