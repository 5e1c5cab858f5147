import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reachNameServers } from '@postern/adapter-dns/resolver/reach-name-servers';
import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rowsOf } from '../db/client.ts';
import type { CommandDeps } from '../feature/command.ts';
import { jobCommands } from '../cli/job-commands.ts';
import { readQueues } from '../jobs/read-queues.ts';
import { aroundCalls } from '../observe/around-calls.ts';
import { startSweeps } from '../start/start-sweeps.ts';
import { watches } from '../start/watch-services.ts';
import { aPurchaseLink, aReadyPurchase, complete, payByCard } from '../testing/builders.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { installHealth } from './health.ts';
import { createMetrics } from './metrics.ts';

/** This machine, with a mail folder that is on another one. */
const here = {
  folders: { data: '/tmp', mail: '/nowhere/mail' },
  tlsServers: [],
  backupDir: null,
  readMailQueue: null,
};

const aMessage = {
  messageId: 'metrics-1',
  to: 'ann@reader.example',
  from: { name: 'Panel', address: 'no-reply@panel.test' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

const repository = path.resolve(import.meta.dirname, '../../../..');
const app = useTestApp();

async function watchOnce(...[checks, metrics]: [Parameters<typeof watches>[0], Parameters<typeof watches>[2]]) {
  for (const each of watches(checks, here, metrics)) await each.run(app.deps, new AbortController().signal);
}

test('only the database makes a process unready; another service that is away shows in a metric [API-01]', async () => {
  const isUp = { database: true, mailer: false };
  const answer = (name: keyof typeof isUp) => async () => ({ ok: isUp[name], detail: '' });
  const checks = [
    { name: 'database', isNeeded: true, check: answer('database') },
    { name: 'mailer', isNeeded: false, check: answer('mailer') },
    { name: 'sanctions', isNeeded: false, isNote: true as const, check: answer('mailer') },
  ];
  const panel = Fastify();
  installHealth(panel, checks, () => false);
  const ready = async () => (await panel.inject('/readyz')).statusCode;
  expect(await ready()).toBe(200);
  const metrics = createMetrics();
  await watchOnce(checks, metrics);
  const text = await metrics.write();
  expect(text).toContain('postern_service_up{service="database"} 1');
  expect(text).toContain('postern_service_up{service="mailer"} 0');
  expect(text).toMatch(/postern_jobs_due\{queue="send-mail"\} \d/);
  expect(text).not.toContain('sanctions');
  isUp.database = false;
  expect(await ready()).toBe(503);
  await panel.close();
});

test('a process that ends says so at once, however slow its database is', async () => {
  const panel = Fastify();
  const check = () => new Promise<never>(() => {});
  installHealth(panel, [{ name: 'database', isNeeded: true, check }], () => true);
  const answer = await panel.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'draining', checks: [] }]);
  await panel.close();
});

test('metrics say when the first certificate of each kind of server ends, and when the last backup began, if there is one', async () => {
  const metrics = createMetrics();
  expect(await metrics.write()).not.toMatch(/^postern_(backup|certificate)/m);
  const imap = (host: string) => ({ name: 'imap' as const, host, port: 993 });
  metrics.onCertificates([
    { server: imap('one.test'), endsMillis: 2_000_000 },
    { server: imap('two.test'), endsMillis: 1_000_000 },
    { server: { name: 'panel', host: 'panel.test', port: 443 }, problem: 'no answer' },
  ]);
  metrics.onBackup(null);
  const text = await metrics.write();
  expect(text.match(/^postern_(backup|certificate).*/gm)).toEqual([
    'postern_backup_timestamp_seconds{backup="service"} 0',
    'postern_certificate_end_timestamp_seconds{server="imap"} 1000',
  ]);
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

test('metrics cover payments, calls to other servers, the pool and the queues, and hold no customer data', async () => {
  const link = await aPurchaseLink(app);
  const purchase = await aReadyPurchase(app, link);
  await payByCard(app, purchase.clientSecret);
  await complete(app, purchase);
  const refused = app.deps.mailer.send({ ...aMessage, to: 'not an address' });
  await expect(refused).rejects.toThrow('malformed');
  await app.deps.mailer.send(aMessage);
  expect((await app.deps.dns.resolver.lookUp('nobodys.example', 'MX')).result.kind).toBe('refused');
  await watchOnce(app.deps.checks, app.deps.metrics);
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
  for (const line of [
    'postern_payments_total{event="settled",gateway="sandbox"} 1',
    'postern_outside_call_seconds_count{service="gateway",operation="createPaymentIntent"} 1',
    'postern_outside_calls_total{service="mailer",outcome="refused"} 1',
    'postern_outside_calls_total{service="dns",outcome="failed"} 1',
    'postern_outside_calls_total{service="gateway",outcome="timeout"} 0',
    'postern_database_connections_max{pool="panel"} 10',
    'postern_database_waiting{pool="panel"} 0',
    'postern_jobs_dead{queue="send-mail"} 0',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/^postern_outside_calls_total\{service="mailer",outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^postern_disk_free_bytes\{folder="data"\} \d{6}/m);
  expect(text).not.toContain('folder="mail"');
  expect(text).toMatch(/^postern_database_connections\{state="idle"\} \d/m);
  expect(text).toMatch(/^postern_database_wait_seconds_count \d{2}/m);
  const labels = [...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value ?? '');
  const personal = labels.filter((value) => /@|[0-9a-f]{8}-[0-9a-f]{4}|\.test|\d{4}/.test(value));
  expect(personal).toEqual([]);
});

test('a job that was given up counts until the operator tries it again', async () => {
  const { db } = app.deps;
  const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
    db.global,
    sql`insert into pgboss.job (name, state, retry_count, retry_limit, start_after, completed_on, output)
        values ('run-bulk', 'failed', 20, 20, now() + interval '1 hour', now(), '{"message": "on purpose"}') returning id`,
  );
  const dead = async () => (await readQueues(db)).find(({ queue }) => queue === 'run-bulk');
  expect(await dead()).toMatchObject({ dead: 1, due: 0 });
  const deps = { db } as CommandDeps;
  const run = (name: 'job list' | 'job retry', options = {}) => {
    const command = jobCommands[name];
    return command !== undefined && 'run' in command ? command.run(deps, options) : null;
  };
  expect(await run('job list')).toMatchObject({
    jobs: [{ jobId: id, queue: 'run-bulk', tries: 21, reason: 'on purpose' }],
  });
  await expect(run('job retry', { queue: 'nothing' })).rejects.toThrow('There is no queue');
  expect(await run('job retry', { queue: 'run-bulk' })).toEqual({ queue: 'run-bulk', retried: 1 });
  expect(await dead()).toMatchObject({ dead: 0 });
  expect(await run('job list')).toEqual({ jobs: [] });
});

const timeout = (code: string) => Object.assign(new Error('late'), { code });

test.each([
  ['a value', async () => 7, 'ok'],
  ['nothing', async () => undefined, 'ok'],
  ['a name that has no such record', async () => ({ result: { kind: 'no-data' } }), 'ok'],
  ['a look-up in vain', async () => ({ result: { kind: 'timed-out' } }), 'timeout'],
  ['a lame server', async () => ({ result: { kind: 'lame' } }), 'failed'],
  ['a refusal', () => Promise.reject(new PaymentGatewayError('refused', 'card_declined', '')), 'refused'],
  ['no connection', () => Promise.reject(new PaymentGatewayError('unavailable', 'connection_failed', '')), 'failed'],
  ['a time-out', () => Promise.reject(new PaymentGatewayError('unavailable', 'timeout', '')), 'timeout'],
  ['a socket that says nothing', () => Promise.reject(new Error('x', { cause: timeout('ETIMEDOUT') })), 'timeout'],
  [
    'a fetch that took too long',
    () => Promise.reject(new Error('x', { cause: new DOMException('', 'TimeoutError') })),
    'timeout',
  ],
])('a call to another server that ends with %s counts as %s', async (_name, work: () => Promise<unknown>, outcome) => {
  const ends: unknown[] = [];
  const around = aroundCalls((call, ended, seconds) => ends.push([call.service, ended, seconds >= 0]));
  await around({ service: 'gateway', operation: 'refund' }, work).catch(() => {});
  expect(ends).toEqual([['gateway', outcome, true]]);
});

type Query = { of: string; expr: string };

/** Every query that Prometheus or Grafana would ask, with what it is for. */
function listQueries(): Query[] {
  const read = (file: string) => readFileSync(path.join(repository, 'deploy/monitoring', file), 'utf8');
  const rules = parse(read('alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const dashboard = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets?: { expr: string }[] }[] };
  return [
    ...rules.groups.flatMap((group) => group.rules).map(({ alert, expr }) => ({ of: alert, expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ];
}

/** The labels that Prometheus adds to every sample. */
const ADDED = ['instance', 'job'];

test('every query of the dashboard and of the alert rules asks for metrics and labels that a running panel gives', async () => {
  await watchOnce(app.deps.checks, app.deps.metrics);
  app.deps.metrics.onBackup(null);
  app.deps.metrics.onCertificates([{ server: { name: 'panel', host: 'panel.test', port: 443 }, endsMillis: 0 }]);
  app.deps.metrics.onMailQueue([{ queue: 'active', messages: 0, oldestSeconds: 0 }]);
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
  const queries = listQueries();
  expect(queries.length).toBeGreaterThan(40);
  for (const { of, expr } of queries) {
    const names = (expr.match(/\b(?:postern|process|nodejs)_\w+|\bup(?=\{)/g) ?? []).filter((name) => name !== 'up');
    expect(names.length > 0 || expr.includes('up{'), of).toBe(true);
    for (const name of names)
      expect(text, `${of}: ${name}`).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `);
    const given = names.flatMap((name) => text.match(new RegExp(`^${name}\\{.*\\}`, 'gm')) ?? []).join('\n');
    const grouped = [...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
    const matched = [...expr.matchAll(/[{,](\w+)[!=]/g)].map(([, label = '']) => label);
    const unknown = [...grouped, ...matched].filter(
      (label) => given !== '' && !ADDED.includes(label) && !new RegExp(`[{,]${label}="`).test(given),
    );
    expect(unknown, of).toEqual([]);
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
