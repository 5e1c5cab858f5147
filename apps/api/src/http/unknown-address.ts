import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PanelError } from './panel-error.ts';

/** What to say of an address that nothing is mounted at: unknown, or known with another method. */
export function unknownAddress(app: FastifyInstance, { method, url }: FastifyRequest): PanelError {
  const path = url.split('?')[0] ?? '';
  const others = (['GET', 'POST', 'DELETE'] as const).filter((other) => other !== method);
  return new PanelError(
    others.some((other) => app.hasRoute({ method: other, url: path })) ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND',
  );
}
