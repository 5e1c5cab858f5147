import type { FastifyInstance, FastifyReply } from 'fastify';
import { askSandbox, type BaseUrl } from './ask-sandbox.ts';
import { type PanelAddressDeps, panelOriginOn } from '../partners/public.ts';
import { movedTo } from './moved-to.ts';

const HEADERS_PASSED_ON = ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy', 'location'];

type ChallengeDeps = PanelAddressDeps & { baseUrl: BaseUrl };

/** The sandbox's bank challenge, under our own address, so that the browser never needs the gateway's. */
export function challengeRoutes(app: FastifyInstance, deps: ChallengeDeps): void {
  const ours = new URL(deps.publicUrl).origin;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4_096 },
    (_request, body, done) => done(null, body),
  );
  const pass = async (reply: FastifyReply, path: string, init: RequestInit) => {
    const response = await askSandbox(deps.baseUrl, path, init);
    for (const name of HEADERS_PASSED_ON) {
      const value = response.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    const own = await panelOriginOn(deps, reply.request.hostname.toLowerCase());
    const location = response.headers.get('location');
    if (own !== null && location !== null) void reply.header('location', movedTo(own, location, ours));
    const page = await response.text();
    return reply.code(response.status).send(own === null ? page : page.replaceAll(`href="${ours}/`, `href="${own}/`));
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
