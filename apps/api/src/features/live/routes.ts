import { followChanges } from '@postern/contract/live';
import type { FastifyInstance } from 'fastify';
import { type ServeDeps, sessionOf } from '../../http/serve.ts';
import { type LiveDeps, LiveHub } from './live-hub.ts';

/** Streams the changes of a bundle as they happen. All streams end when the server starts to close, so that it needn't wait for them. */
export function liveRoutes(app: FastifyInstance, deps: LiveDeps & Pick<ServeDeps, 'findSession'>): void {
  const hub = new LiveHub(deps);
  app.addHook('preClose', () => hub.close());
  app.route({
    method: followChanges.method,
    url: followChanges.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { actor, bundleId } = await sessionOf(deps.findSession, request, followChanges.id);
      const lastEventId = request.headers['last-event-id'];
      const stream = await hub.follow({
        actor,
        followsActive: bundleId === undefined,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
      });
      return reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(stream);
    },
  });
}
