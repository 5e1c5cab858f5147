import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { discoverDomainConnect } from './discover-domain-connect.ts';
import type { DnsResolver } from './port.ts';
import { type FetchOptions, fetchPublic } from './public-internet/fetch-public.ts';

const HOST = 'connect.dns.example';
const template = { providerId: 'mail.example', serviceId: 'email' };
const settings = {
  providerId: 'dns.example',
  providerName: 'DNS Inc.',
  urlSyncUX: `https://${HOST}/sync`,
  urlAPI: `https://${HOST}/api`,
};
let dir: string;
let server: Server;
let fetching: FetchOptions;
/** The provider's answers, by path. */
let answers: Record<string, { status?: number; body?: string; location?: string; silent?: boolean }>;
let asked: string[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'domain-connect-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const wish = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...wish, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    asked.push(request.url ?? '');
    const { status = 200, body = '', location, silent } = answers[request.url ?? ''] ?? { status: 404 };
    if (silent) return;
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The internet of this test is this machine. Production would never connect to its address, which isn't public.
  fetching = {
    ...{ mayConnect: () => true, ca: readFileSync(cert, 'utf8'), port, timeoutMillis: 20_000 },
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  };
});
beforeEach(() => {
  asked = [];
  answers = {
    '/v2/shop.example/settings': { body: JSON.stringify(settings) },
    '/api/v2/domainTemplates/providers/mail.example/services/email': { body: '{"version":2}' },
  };
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const resolving = (...values: string[]): DnsResolver => ({
  lookUp: async (name, type) => ({
    name,
    type,
    asked: [],
    result: { kind: 'found', values, ttlSeconds: 60, aliases: [] },
  }),
});
const discover = (...values: string[]) =>
  discoverDomainConnect({ resolver: resolving(...values), template, fetching }, 'shop.example');

test('a provider is found by its DNS record, its settings and its support for our template [VER-03]', async () => {
  expect(await discover(HOST)).toEqual({ name: 'DNS Inc.', urlSyncUX: `https://${HOST}/sync` });
  expect(asked).toEqual(Object.keys(answers));
  // An invalid record is ignored.
  expect(await discover('https://nonsense', HOST)).not.toBeNull();
});

test("a provider that doesn't know the template, doesn't have the zone or only supports the other flow is not offered [VER-03]", async () => {
  const [settingsPath = '', templatePath = ''] = Object.keys(answers);
  const without = async (change: typeof answers) => {
    answers = { ...answers, ...change };
    return discover(HOST);
  };
  expect(await without({ [templatePath]: { status: 404 } })).toBeNull();
  expect(await without({ [templatePath]: { body: '{"version":1}' } })).toBeNull();
  answers[templatePath] = {};
  expect(await without({ [settingsPath]: { status: 404 } })).toBeNull();
  expect(await without({ [settingsPath]: { body: '{"providerId":' } })).toBeNull();
  expect(await without({ [settingsPath]: { body: JSON.stringify({ ...settings, urlSyncUX: undefined }) } })).toBeNull();
  const noRecord: DnsResolver = {
    lookUp: async (name, type) => ({ name, type, asked: [], result: { kind: 'timed-out' } }),
  };
  expect(await discoverDomainConnect({ resolver: noRecord, template, fetching }, 'shop.example')).toBeNull();
});

test('no private address, redirect, long or slow answer, or wrong certificate is accepted [VER-03]', async () => {
  const url = `https://${HOST}/v2/shop.example/settings`;
  expect((await fetchPublic(url, fetching))?.status).toBe(200);
  asked = [];
  const { mayConnect: _, ...guarded } = fetching;
  expect(await fetchPublic(url, guarded)).toBeNull();
  expect(await fetchPublic('https://127.0.0.1/v2', fetching)).toBeNull();
  const { ca: _ca, ...unknown } = fetching;
  expect(await fetchPublic(url, unknown)).toBeNull();
  expect(asked).toEqual([]);
  answers = {
    '/moved': { status: 302, location: url },
    '/long': { body: 'x'.repeat(70_000) },
    '/slow': { silent: true },
  };
  expect((await fetchPublic(`https://${HOST}/moved`, fetching))?.status).toBe(302);
  expect(asked).toEqual(['/moved']);
  expect(await fetchPublic(`https://${HOST}/long`, fetching)).toBeNull();
  expect(await fetchPublic(`https://${HOST}/slow`, { ...fetching, timeoutMillis: 300 })).toBeNull();
});
