import type { SendingRefusal } from '@postern/domain/sending';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export type Metrics = {
  contentType: string;
  /** Everything counted so far, in Prometheus' format. */
  write: () => Promise<string>;
  count: (request: FastifyRequest, reply: FastifyReply) => void;
  /** A mailbox's message to this many recipients was counted, or refused by a sending limit. */
  onSending: (recipients: number, refusal: SendingRefusal | null) => void;
};

/** Calls by route and status, what mailboxes send, and the process. Routes are patterns, never actual addresses. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const seconds = new Histogram({
    name: 'postern_http_request_seconds',
    help: 'Time to answer a call.',
    labelNames,
    registers: [registry],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const errors = new Counter({
    name: 'postern_http_errors_total',
    help: 'Answers of 500 and more.',
    labelNames: ['route'],
    registers: [registry],
  });
  const count: Metrics['count'] = (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    // A stream lasts as long as its reader stays, which says nothing about our speed.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream)
      seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) errors.inc({ route });
  };
  const sent = new Counter({
    name: 'postern_sending_recipients_total',
    help: 'Recipients of messages that mailboxes sent.',
    registers: [registry],
  });
  const refused = new Counter({
    name: 'postern_sending_refused_total',
    help: 'Messages refused by a sending limit of the plan.',
    labelNames: ['scope', 'span'],
    registers: [registry],
  });
  const onSending: Metrics['onSending'] = (recipients, refusal) => {
    if (refusal === null) sent.inc(recipients);
    else refused.inc({ scope: refusal.scope, span: refusal.span });
  };
  return { contentType: registry.contentType, write: () => registry.metrics(), count, onSending };
}

/** Counts the app's calls. Answers `/metrics` at the panel's own address only if the operator wants that. */
export function installMetrics(app: FastifyInstance, metrics: Metrics, isPublic: boolean): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.count(request, reply);
    done();
  });
  if (isPublic)
    app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.write()));
}
