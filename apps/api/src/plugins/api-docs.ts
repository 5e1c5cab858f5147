import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The OpenAPI document at `/openapi.json` and its reference page at `/docs`. Both are made on the first request: few people ask for them,
 * and no start should wait for them.
 */
export function installApiDocs(app: FastifyInstance, publicUrl: string): void {
  let text: string | undefined;
  const describe = async () => (await import('../http/openapi/openapi.ts')).openApiDocument(publicUrl);
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(await describe());
    return reply.type('application/json').header('cache-control', 'public, max-age=60').send(text);
  });
  let page: Promise<FastifyInstance> | undefined;
  const passOn = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= import('./reference-page.ts').then(async ({ referencePage }) => referencePage(await describe()));
    const { routing } = await page;
    reply.hijack();
    routing(request.raw, reply.raw);
  };
  app.get('/docs', passOn);
  app.get('/docs/*', passOn);
}
