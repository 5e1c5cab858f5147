import * as contract from '@postern/contract/domain-connect';
import type { FastifyInstance } from 'fastify';
import type { Serve } from '../../http/serve.ts';
import { COME_BACK_PATH, pageToComeBackTo } from './come-back.ts';
import { startDomainConnect, type ConnectDeps } from './start-domain-connect.ts';

export function domainConnectRoutes(app: FastifyInstance, serve: Serve, deps: ConnectDeps): void {
  app.get<{ Querystring: Record<string, unknown> }>(COME_BACK_PATH, async ({ query }, reply) =>
    reply.redirect(await pageToComeBackTo(deps, query)),
  );
  serve(contract.startDomainConnect, (context) => startDomainConnect(deps, context));
}
