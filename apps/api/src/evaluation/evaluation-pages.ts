import type { FastifyInstance } from 'fastify';
import { EVALUATION_STYLE } from './evaluation-page.ts';
import { type Outbox, outboxPages } from './outbox-pages.ts';
import { partnerShopPages, type ShopDeps } from './partner-shop-pages.ts';

/** The pages that exist in evaluation mode only: the outbox, and a partner's shop. */
export function evaluationPages(deps: ShopDeps & { outbox: Outbox | null }): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/evaluation/style.css', async (_request, reply) => reply.type('text/css').send(EVALUATION_STYLE));
    partnerShopPages(app, deps);
    if (deps.outbox !== null) outboxPages(app, deps.outbox);
  };
}
