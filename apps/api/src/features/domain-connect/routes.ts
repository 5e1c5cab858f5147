import * as contract from '@postern/contract/domain-connect';
import type { Serve } from '../../http/serve.ts';
import { startDomainConnect, type ConnectDeps } from './start-domain-connect.ts';

export function domainConnectRoutes(serve: Serve, deps: ConnectDeps): void {
  serve(contract.startDomainConnect, (context) => startDomainConnect(deps, context));
}
