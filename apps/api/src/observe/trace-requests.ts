import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracer } from './tracer.ts';

/** A span for each request, named by its route's pattern. The address itself, with its query, and all headers stay out. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<Tracer['open']>>();
  app.addHook('onRequest', (request, _reply, proceed) => {
    const route = request.routeOptions.url ?? 'unknown';
    const facts = { 'http.request.method': request.method, 'http.route': route };
    const span = tracer.open(`${request.method} ${route}`, 'server', facts);
    spans.set(request, span);
    span.inside(proceed);
  });
  // Reading a body continues in events of the connection, which know nothing of the span.
  app.addHook('preValidation', (request, _reply, proceed) => {
    const span = spans.get(request);
    if (span === undefined) proceed();
    else span.inside(proceed);
  });
  app.addHook('onResponse', (request, reply, proceed) => {
    const { statusCode } = reply;
    const problem = statusCode >= 500 ? Object.assign(new Error(), { name: String(statusCode) }) : undefined;
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, problem);
    proceed();
  });
}
