import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics, installMetrics } from '../plugins/metrics.ts';
import { startMetrics } from './start-metrics.ts';

test("metrics at an address of their own count the panel's calls, and nothing else is there [API-01]", async () => {
  const panel = Fastify();
  const metrics = createMetrics();
  installMetrics(panel, metrics, false);
  panel.get('/panel/:id', async () => ({}));
  await panel.inject('/panel/7');
  expect((await panel.inject('/metrics')).statusCode).toBe(404);
  const own = await startMetrics(metrics, { host: '127.0.0.1', port: 0 });
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${own.port}${path}`, { method });
  const answer = await at('/metrics');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(
    /postern_http_request_seconds_count\{method="GET",route="\/panel\/:id",status="200"\} 1/,
  );
  for (const path of ['/', '/healthz', '/panel/7', '/metrics/x']) expect((await at(path)).status, path).toBe(404);
  expect((await at('/metrics', 'POST')).status).toBe(404);
  await own.close();
  await expect(at('/metrics')).rejects.toThrow('fetch failed');
  await panel.close();
});
