import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { challengeRoutes } from '../challenges/challenge-routes.ts';
import { apiRoutes } from './api-routes.ts';
import { confirmRoute } from './confirm-route.ts';
import type { GatewayServerOptions } from './gateway-server-options.ts';
import { RequestError } from './request-error.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** The gateway's HTTP server. It logs no requests, as paths and bodies contain card numbers, secrets and signed links. */
export function buildGatewayServer(options: GatewayServerOptions): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: 'idle' });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  closeConnectionsWhenEnding(app);
  app.setErrorHandler((error, _request, reply) => sendError(error, reply, options.log));
  app.setNotFoundHandler((_request, reply) => sendError(new RequestError(404, 'not_found', 'No such path.'), reply));
  app.get('/healthz', () => ({ ok: true, name: 'sandbox-gateway', instanceId: options.instanceId }));
  app.register((api) => apiRoutes(api, options), { prefix: '/v1' });
  app.register((open) => confirmRoute(open, options));
  app.register((open) => challengeRoutes(open, options));
  return app;
}

/** Closes busy connections after their answer while the server is stopping. They would otherwise stay open and keep the process alive. */
function closeConnectionsWhenEnding(app: FastifyInstance): void {
  let ending = false;
  app.addHook('preClose', async () => {
    ending = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (ending) reply.header('connection', 'close');
  });
}

/** Only fixed texts, as a parser's message may quote a card number. */
function sendError(error: unknown, reply: FastifyReply, log?: (message: string) => void): FastifyReply {
  if (error instanceof RequestError) {
    return reply.code(error.status).send({ error: { code: error.code, message: error.message } });
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) {
    return reply.code(status).send({ error: { code: 'invalid_request', message: 'The request is not well formed.' } });
  }
  log?.(`unexpected ${error instanceof Error ? error.name : 'error'} while answering`);
  return reply
    .code(500)
    .send({ error: { code: 'internal_error', message: 'The gateway failed; the outcome is unknown.' } });
}
