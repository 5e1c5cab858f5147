import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { newId } from '../ids.ts';
import { installSecurityHeaders } from './security-headers.ts';

/** The pages below `/docs`, as an app of their own that never listens. */
export async function referencePage(document: Record<string, unknown>): Promise<FastifyInstance> {
  const app = Fastify({ genReqId: () => newId(new Date()) });
  installSecurityHeaders(app);
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
