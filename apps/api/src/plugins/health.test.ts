import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reachNameServers } from '@postern/adapter-dns/resolver/reach-name-servers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startSweeps } from '../start/start-sweeps.ts';
import { watchServices } from '../start/watch-services.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { installHealth } from './health.ts';
import { createMetrics } from './metrics.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
const app = useTestApp();

test('only the database makes a process unready; another service that is away shows in a metric [API-01]', async () => {
  const isUp = { database: true, mailer: false };
  const answer = (name: keyof typeof isUp) => async () => ({ ok: isUp[name], detail: '' });
  const checks = [
    { name: 'database', isNeeded: true, check: answer('database') },
    { name: 'mailer', isNeeded: false, check: answer('mailer') },
  ];
  const panel = Fastify();
  installHealth(panel, checks, () => false);
  const ready = async () => (await panel.inject('/readyz')).statusCode;
  expect(await ready()).toBe(200);
  const metrics = createMetrics();
  await watchServices(checks, metrics).run(app.deps);
  const text = await metrics.write();
  expect(text).toContain('postern_service_up{service="database"} 1');
  expect(text).toContain('postern_service_up{service="mailer"} 0');
  expect(text).toMatch(/postern_jobs_due \d/);
  isUp.database = false;
  expect(await ready()).toBe(503);
  await panel.close();
});

test('sweeps that fail and sweeps that work are counted', async () => {
  const metrics = createMetrics();
  const ran = Promise.withResolvers<void>();
  const own = [
    { name: 'bad', everyMillis: 60_000, run: () => Promise.reject(new Error('on purpose')) },
    { name: 'good', everyMillis: 60_000, run: async () => ran.resolve() },
  ];
  const sweeps = startSweeps([], app.deps, own, metrics.onSweep);
  await ran.promise;
  await sweeps.stop();
  const text = await metrics.write();
  expect(text).toContain('postern_sweep_runs_total{sweep="bad",outcome="failed"} 1');
  expect(text).toContain('postern_sweep_runs_total{sweep="good",outcome="done"} 1');
});

test('every metric that an alert rule names is one that the panel has', async () => {
  const rules = parse(readFileSync(path.join(repository, 'deploy/monitoring/alerts.yaml'), 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const text = await createMetrics().write();
  for (const { alert, expr } of rules.groups.flatMap((group) => group.rules)) {
    const names = expr.match(/postern_\w+/g) ?? [];
    expect(names, alert).not.toHaveLength(0);
    for (const name of names) expect(text, alert).toContain(`# TYPE ${name} `);
  }
});

test('the check of outgoing DNS says whether any name server answers', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const own = { address: '127.0.0.1', port: app.dnsPort };
  const none = { address: '127.0.0.1', port: silent.address().port };
  const [some, nobody] = await Promise.all([reachNameServers([none, own]), reachNameServers([none])]);
  expect(some).toEqual({ ok: true, detail: '1 of 2 name servers answered on port 53' });
  expect(nobody.ok).toBe(false);
  silent.close();
});

const analyze = '/usr/bin/systemd-analyze';
const isHere = existsSync(analyze);

test.runIf(isHere)("the panel's unit is hardened: systemd-analyze finds an exposure of at most 3.0", () => {
  const unit = path.join(repository, 'deploy/systemd/postern.service');
  const report = execFileSync(analyze, ['security', '--offline=true', unit], { encoding: 'utf8' });
  const exposure = /exposure level for postern\.service: ([\d.]+)/.exec(report)?.[1];
  expect(Number(exposure ?? Number.NaN)).toBeLessThanOrEqual(3);
});
