import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { sendProblem, toPanelError } from '../http/error-handler.ts';
import { PanelError } from '../http/panel-error.ts';
import { installSecurityHeaders } from '../http/security-headers.ts';
import { newRequestId } from '../runtime/ids.ts';

/** The pages below `/docs`, as a separate app that never listens. */
export async function referencePage(document: Record<string, unknown>): Promise<FastifyInstance> {
  const app = Fastify({ genReqId: newRequestId });
  installSecurityHeaders(app);
  // Also covers what the static-files plugin would refuse with its own texts, such as an address outside its folder.
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(reply, (error.statusCode ?? 500) < 500 ? new PanelError('NOT_FOUND') : toPanelError(error, request)),
  );
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new PanelError('NOT_FOUND')));
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false },
    theme: { title: 'Postern panel API' },
  });
  await app.ready();
  return app;
}
