import * as contract from '@postern/contract/activity';
import type { FastifyInstance } from 'fastify';
import { parseQuery, type Serve, type ServeDeps, sessionOf } from '../../http/serve.ts';
import { exportActivity } from './export-activity.ts';
import { listActivity } from './list-activity.ts';

type Deps = Parameters<typeof listActivity>[0];

export function activityRoutes(serve: Serve, deps: Deps): void {
  serve(contract.listActivity, (context, input) => listActivity(deps, context, input));
}

/** The list as a file, which is no operation: its answer is a stream. */
export function activityExportRoute(app: FastifyInstance, deps: Deps & Pick<ServeDeps, 'findSession'>): void {
  const { method, path, mediaType } = contract.exportActivity;
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { actor } = await sessionOf(deps.findSession, request, contract.exportActivity.id);
      const file = await exportActivity(deps, actor, parseQuery(contract.exportActivity.query, request));
      return reply
        .type(`${mediaType}; charset=utf-8`)
        .header('content-disposition', 'attachment; filename="activity.csv"')
        .send(file);
    },
  });
}
