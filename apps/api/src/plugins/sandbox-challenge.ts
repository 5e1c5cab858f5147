import type { FastifyInstance, FastifyReply } from 'fastify';
import { askSandbox, type BaseUrl } from '../features/payment/public.ts';

const HEADERS_PASSED_ON = ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy', 'location'];

/** The bank's question of the sandbox, under our own address so that the browser never needs the gateway's. */
export function proxyChallenge(app: FastifyInstance, baseUrl: BaseUrl): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4_096 },
    (_request, body, done) => done(null, body),
  );
  const pass = async (reply: FastifyReply, path: string, init: RequestInit) => {
    const response = await askSandbox(baseUrl, path, init);
    for (const name of HEADERS_PASSED_ON) {
      const value = response.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    return reply.code(response.status).send(await response.text());
  };
  type Challenge = { Params: { id: string }; Querystring: Record<string, string> };
  const pathOf = ({ params, query }: { params: Challenge['Params']; query: Challenge['Querystring'] }) =>
    `/challenge/${encodeURIComponent(params.id)}?${new URLSearchParams({ signature: String(query.signature ?? '') })}`;
  app.get<Challenge>('/sandbox-gateway/challenge/:id', (request, reply) =>
    pass(reply, pathOf(request), { method: 'GET' }),
  );
  app.post<Challenge>('/sandbox-gateway/challenge/:id', (request, reply) =>
    pass(reply, pathOf(request), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: typeof request.body === 'string' ? request.body : '',
    }),
  );
}
