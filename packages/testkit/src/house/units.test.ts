import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './repository.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const isHere = existsSync(ANALYZE);
const units = readdirSync(path.join(root, 'deploy/systemd'));
const folder = mkdtempSync(path.join(tmpdir(), 'postern-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What each unit may be exposed to at most, as systemd rates it: from 0 (nothing) to 10. */
const EXPOSURE: Record<string, number> = {
  'postern.service': 1.5,
  'postern-backup.service': 2,
  // These start as root and change users.
  'postern-powerdns.service': 3,
  'postern-rspamd.service': 3,
  'postern-dovecot.service': 3.5,
  'postern-postfix.service': 3.7,
};

test.runIf(isHere)('every service is hardened as far as it still works, by the rating of systemd-analyze', () => {
  const services = units.filter((name) => name.endsWith('.service'));
  expect(services.toSorted()).toEqual(Object.keys(EXPOSURE).toSorted());
  for (const name of services) {
    const unit = path.join(root, 'deploy/systemd', name);
    const report = execFileSync(ANALYZE, ['security', '--offline=true', unit], { encoding: 'utf8' });
    const exposure = /exposure level for \S+: ([\d.]+)/.exec(report)?.[1];
    expect(Number(exposure ?? Number.NaN), name).toBeLessThanOrEqual(EXPOSURE[name] ?? 0);
  }
});

test.runIf(isHere)('systemd accepts every unit without a warning', () => {
  for (const name of units) {
    const text = readFileSync(path.join(root, 'deploy/systemd', name), 'utf8');
    // The panel isn't installed where the test runs.
    writeFileSync(path.join(folder, name), text.replaceAll('/opt/postern/node_modules/.bin/node', '/usr/bin/env'));
  }
  const paths = units.map((name) => path.join(folder, name));
  const { status, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', ...paths], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('postern'))).toEqual([]);
  expect(status).toBe(0);
});

test('systemd never gives up a service that keeps failing, such as one that waits for its certificate or a setting', () => {
  const services = units.map((name) => [name, readFileSync(path.join(root, 'deploy/systemd', name), 'utf8')] as const);
  const lasting = services.filter(([, text]) => text.includes('[Service]') && !text.includes('Type=oneshot'));
  expect(lasting).toHaveLength(5);
  for (const [name, text] of lasting) {
    expect(text, name).toContain('\nRestart=always\n');
    expect(text, name).toMatch(/\[Unit\][^[]*\nStartLimitIntervalSec=0\n/);
  }
});

test('the scripts of backup and restore are valid for bash, and the guide names each setting that they read', () => {
  const guide = readFileSync(path.join(root, 'docs/operate.md'), 'utf8');
  const scripts = {
    'postern-backup': ['BACKUP_DIR', 'KEEP_DAYS', 'DATABASES', 'MAIL_DIR'],
    'postern-restore': ['DATABASES', 'MAIL_DIR', 'MAIL_USER'],
  };
  for (const [name, known] of Object.entries(scripts)) {
    const script = path.join(root, 'deploy/backup', name);
    expect(spawnSync('bash', ['-n', script], { encoding: 'utf8' }).stderr).toBe('');
    const settings = [...readFileSync(script, 'utf8').matchAll(/^([A-Z_]+)=\$\{\1:-/gm)].map(([, setting]) => setting);
    expect(settings).toEqual(known);
    for (const setting of settings) expect(guide).toContain(`\`${setting}\``);
  }
});
