import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { checkBackup } from '../observe/check-backup.ts';
import { checkCertificates } from '../observe/check-certificates.ts';
import { adviceOn } from './advice.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'postern-doctor-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const CHECKS = [
  ...['database', 'mail', 'dns', 'name servers', 'mailer', 'outgoing DNS', 'gateway', 'mail queue', 'certificates'],
  ...['backup', 'webhooks', 'gateway events', 'disputes', 'refunds', 'books', 'server'],
];

test("doctor's advice for production names nothing that only an evaluation has", () => {
  const production = { mode: 'production', payment: { kind: 'stripe' }, mailServers: {} } as Parameters<
    typeof adviceOn
  >[1];
  for (const check of CHECKS) {
    expect(adviceOn(check, production), check).toMatch(/\.$/);
    expect(adviceOn(check, production), check).not.toMatch(/sandbox|npm start|SMTP port/i);
  }
  const evaluation = { mode: 'evaluation', payment: { kind: 'sandbox' }, mailServers: null } as typeof production;
  expect(adviceOn('gateway', evaluation)).toContain('sandbox gateway');
  expect(adviceOn('server', evaluation)).toContain('npm start');
});

test('doctor names the certificate that ends first, fails two weeks before its end, and says which server shows none', async () => {
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  execFileSync('openssl', ['req', ...what, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const here = { host: 'localhost', port };
  const inDays = (days: number) => Date.now() + days * 86_400_000;
  expect(await checkCertificates([here], inDays(0))).toEqual({
    ok: true,
    detail: `the first to end is localhost:${port}, in 29 days`,
  });
  expect(await checkCertificates([here], inDays(20))).toMatchObject({ ok: false });
  server.close();
  await once(server, 'close');
  expect(await checkCertificates([here], inDays(0))).toEqual({
    ok: false,
    detail: `localhost:${port}: can't connect (ECONNREFUSED)`,
  });
});

test('doctor says how old the newest whole backup is, and fails after a day and a half', async () => {
  const at = (time: string) => Date.parse(`2026-03-${time}:00Z`);
  expect(await checkBackup(null, 0)).toMatchObject({ ok: true });
  expect(await checkBackup(dir, at('10T08:00'))).toEqual({ ok: false, detail: `${dir} has no whole backup` });
  writeFileSync(path.join(dir, 'latest'), '2026-03-10T020000Z\n');
  expect(await checkBackup(dir, at('10T08:00'))).toEqual({ ok: true, detail: 'the newest began 6 hours ago' });
  expect(await checkBackup(dir, at('11T15:00'))).toMatchObject({ ok: false });
});
