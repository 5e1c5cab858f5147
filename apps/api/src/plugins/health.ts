import type { FastifyInstance } from 'fastify';

/**
 * `isNeeded`: without it no request can be answered. All others only degrade what the panel can do. `isNote`: it says how something is set
 * up, and nothing can be away: only `doctor` shows it.
 */
export type Check = {
  name: string;
  isNeeded: boolean;
  isNote?: true;
  check: () => Promise<{ ok: boolean; detail: string }>;
};

/**
 * `/healthz`: the process is up. `/readyz`: what every request needs answers, and the process isn't draining. Other services aren't asked:
 * if one is away, it is away for every process, and a load balancer that takes all of them out helps nobody. ADR 82.
 */
export function installHealth(app: FastifyInstance, checks: Check[], isDraining: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    // Answer at once: a load balancer has only POSTERN_DRAIN_SECONDS to notice.
    if (isDraining()) return reply.code(503).send({ status: 'draining', checks: [] });
    const results = await runChecks(checks.filter(({ isNeeded }) => isNeeded));
    const ready = !isDraining() && results.every((result) => result.ok);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      checks: results.map(({ name, ok }) => ({ name, ok })),
    });
  });
}

/** Checks all backends at once. A check without an answer in five seconds fails. */
export async function runChecks(checks: Check[]): Promise<{ name: string; ok: boolean; detail: string }[]> {
  return Promise.all(
    checks.map(async ({ name, check }) => {
      const late = new Promise<{ ok: false; detail: string }>((resolve) =>
        setTimeout(resolve, 5_000, { ok: false, detail: 'no answer in 5 seconds' }).unref(),
      );
      const result = await Promise.race([
        check().catch((error: unknown) => ({ ok: false, detail: error instanceof Error ? error.message : 'failed' })),
        late,
      ]);
      return { name, ...result };
    }),
  );
}
