import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';

/** Every time in the rules is divided by this, so that five minutes are a quarter of a minute. */
const FASTER = 20;
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600 };

/** The rules with shorter windows, `for` times and thresholds of age. Nothing else changes. */
const hurried = (rules: string): string =>
  rules
    .replace(/(?<=\[|for: )(\d+)([smh])\b/g, (_all, count: string, unit: string) => {
      return `${Math.max(5, Math.round((Number(count) * (SECONDS[unit] ?? 1)) / FASTER))}s`;
    })
    .replace(
      /(postern_(?:oldest_due_job|mail_queue_oldest|webhook_failing|webhook_late)_seconds[^>]*> )(\d+)/g,
      (_all, before: string, age: string) => `${before}${Number(age) / FASTER}`,
    );

type Alert = { name: string; labels: Record<string, string> };
export type Prometheus = {
  /** The alerts that fire now. */
  firing: () => Promise<Alert[]>;
  stop: () => Promise<void>;
};

/** Debian's Prometheus, which asks these panels every second and evaluates the rules, hurried. */
export async function startPrometheus(targets: readonly string[], rulesFile: string): Promise<Prometheus> {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-prometheus-'));
  const port = await freePort();
  const [rules, config] = [path.join(dir, 'rules.yaml'), path.join(dir, 'prometheus.yaml')];
  writeFileSync(rules, hurried(readFileSync(rulesFile, 'utf8')));
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'postern', static_configs: [{ targets }] }],
    }),
  );
  const server = await spawnProcess({
    command: '/usr/bin/prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    ready: { url: `http://127.0.0.1:${port}/-/ready` },
    timeoutMs: 60_000,
  });
  const ask = async <T>(what: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`);
    return ((await response.json()) as { data: T }).data;
  };
  type Targets = { activeTargets: { health: string }[] };
  await pollUntil(
    async () =>
      (await ask<Targets>('targets')).activeTargets.filter(({ health }) => health === 'up').length === targets.length,
    { timeoutMs: 60_000, onTimeout: server.output },
  );
  return {
    firing: async () => {
      const { alerts } = await ask<{ alerts: { state: string; labels: Record<string, string> }[] }>('alerts');
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => ({ name: labels['alertname'] ?? '', labels }));
    },
    stop: async () => {
      await server.end('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
