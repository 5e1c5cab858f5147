import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { readPartnerInfo } from '@postern/contract/partners';
import { REFERRAL_FRAME } from '@postern/contract/referral';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import type { SecurityContact } from '../config/security-contact.ts';
import { announceProcess, forgetProcess, type RunningRelease } from '../start/running-processes.ts';
import { addHost, addOrigin, addServer, setPartner, setTheme } from '../features/partners/change-partner.ts';
import { aPurchaseLink } from '../testing/builders.ts';
import { newId } from '../runtime/ids.ts';
import { aPanel } from '../testing/a-panel.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { installAbout } from './about.ts';

const ENTRY = '<script type="module" crossorigin src="/assets/main-B7rYTj_.js"></script>';
/** The files of a build; the map would reveal the sources. */
const FILES = {
  'index.html': `<title>Postern</title><!--partner--><!--entry /email-accounts ${ENTRY}--><script>early()</script>`,
  'look.js': 'first()',
  'embed.js': 'show()',
  'look.js.map': '{}',
  'assets/main-B7rYTj_.js': 'main()',
  'assets/main-B7rYTj_.js.map': '{}',
  'assets/main-B7rYTj_.js.br': 'main() by brotli',
  'assets/main-B7rYTj_.js.gz': 'main() by gzip',
};

const panelDir = mkdtempSync(path.join(tmpdir(), 'postern-pages-'));
let app: TestApp;
let deps: TestApp['deps'];
let pages: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  mkdirSync(path.join(panelDir, 'assets'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(panelDir, name), text);
  app = await startTestApp({ webhooks: false });
  deps = { ...app.deps, panel: aPanel(panelDir) };
  pages = await buildApp(deps);
});
afterAll(async () => {
  await pages.close();
  await app.stop();
  rmSync(panelDir, { recursive: true, force: true });
});

const answerTo = async (method: 'GET' | 'HEAD' | 'POST', url: string) => {
  const { statusCode, headers, body } = await pages.inject({ method, url });
  return { status: statusCode, cache: headers['cache-control'], allow: headers.allow, body };
};

test('a built file is cached for good, files next to the page are revalidated, and any other address is the page [SHL-01]', async () => {
  const forGood = 'public, max-age=31536000, immutable';
  expect(await answerTo('GET', '/assets/main-B7rYTj_.js?v=1')).toMatchObject({ cache: forGood, body: 'main()' });
  expect(await answerTo('HEAD', '/assets/main-B7rYTj_.js')).toMatchObject({ status: 200, cache: forGood, body: '' });
  expect(await answerTo('GET', '/look.js')).toMatchObject({ cache: 'no-cache', body: 'first()' });
  for (const page of ['/', '/mailboxes', '/index.html', '/look.js.map', '/assets'])
    expect(await answerTo('GET', page)).toMatchObject({ status: 200, body: expect.stringContaining('<title>') });
});

test('a built file is sent as the build compressed it, by what the browser accepts [SHL-01]', async () => {
  const url = '/assets/main-B7rYTj_.js';
  const sent = async (accepted?: string) => {
    const asked = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const { headers, body } = await pages.inject({ method: 'GET', url, headers: asked });
    const type = headers['content-type'];
    return { encoding: headers['content-encoding'] ?? null, body, type, vary: headers['vary'] };
  };
  const same = { type: 'application/javascript; charset=utf-8', vary: 'accept-encoding' };
  expect(await sent('gzip, deflate, br, zstd')).toEqual({ encoding: 'br', body: 'main() by brotli', ...same });
  expect(await sent('gzip, br;q=0')).toEqual({ encoding: 'gzip', body: 'main() by gzip', ...same });
  expect(await sent('zstd')).toEqual({ encoding: null, body: 'main()', ...same });
  expect(await sent()).toEqual({ encoding: null, body: 'main()', ...same });
  const look = await pages.inject({ method: 'GET', url: '/look.js', headers: { 'accept-encoding': 'br' } });
  expect(look.headers['content-encoding'] ?? null).toBeNull();
  for (const companion of [`${url}.br`, `${url}.gz`])
    expect(await answerTo('GET', companion)).toMatchObject({ status: 404 });
});

test('a file is sent whole, whatever part is asked for, and not at all if it must be another one [SHL-01]', async () => {
  const sent = async (headers: Record<string, string>, url = '/assets/main-B7rYTj_.js') => {
    const { statusCode, body } = await pages.inject({ method: 'GET', url, headers });
    return [statusCode, body];
  };
  for (const range of ['bytes=0-1', 'bytes=99999-', 'bytes=0-0,2-2', 'lines=1'])
    expect(await sent({ range }), range).toEqual([200, 'main()']);
  for (const url of ['/assets/main-B7rYTj_.js', '/look.js'])
    expect(await sent({ 'if-match': '"another"' }, url), url).toEqual([412, '']);
});

test("the page may run the build's own script and no other, and brings the partner of its host as data [SHL-01]", async () => {
  const { headers, body } = await pages.inject({ method: 'GET', url: '/', headers: { host: 'panel.test' } });
  const hash = createHash('sha256').update('early()').digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  const [, host, text = ''] =
    /<script type="application\/json" id="partner" data-host="([^"]*)">([^<]*)</.exec(body) ?? [];
  expect(host).toBe('panel.test');
  expect(JSON.parse(text)).toEqual(await app.must(readPartnerInfo, { brandedHost: 'panel.test' }));
});

test("the page runs the panel's script, except at the one address where its first script does that in its time [MBX-01]", async () => {
  const pageOf = async (url: string) => (await answerTo('GET', url)).body;
  const left = await pageOf('/email-accounts');
  expect(left).toContain('<script>early()</script>');
  expect(left).not.toContain('main-B7rYTj_.js');
  for (const url of [
    '/',
    '/login',
    '/email-accounts/bulk',
    '/email-accounts?q=a',
    '/email-accounts/',
    '/email_accounts',
  ]) {
    const page = await pageOf(url);
    expect(page, url).toContain(`${ENTRY}<script>early()</script>`);
    expect(page, url).not.toContain('<!--entry');
  }
});

test('with a referral programme a page may show one page of ours in a frame, and the purchase none; without one no page may [BRD-05]', async () => {
  const framesOf = async (url: string, host = 'panel.test:8443') => {
    const { headers } = await pages.inject({ method: 'GET', url, headers: { host } });
    const policy = String(headers['content-security-policy']);
    // Scripts are the panel's own, whatever a frame may load.
    expect(policy).toMatch(/script-src 'self' 'sha256-[^ ;]+';/);
    return /frame-src ([^;]*)/.exec(policy)?.[1] ?? null;
  };
  expect(await framesOf('/email-accounts')).toBeNull();
  deps.referral = {
    ...{ productId: 'harbour', scriptUrl: 'https://assets.cello.so/app/latest/cello.js' },
    ...{ reward: { currency: 'EUR', amount: 100 }, tokenFor: async () => '' },
  };
  expect(await framesOf('/email-accounts')).toBe(`panel.test:8443${REFERRAL_FRAME}`);
  expect(await framesOf('/partner/purchase?jwt=a')).toBeNull();
  expect(await framesOf('/', "panel.test; script-src 'unsafe-inline'")).toBeNull();
  deps.referral = null;
});

test('the script for pages of partners may be checked by them, and no other file is for other sites [WID-02]', async () => {
  const headersOf = async (url: string) => (await pages.inject({ method: 'GET', url })).headers;
  const script = await headersOf('/embed.js');
  const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  expect(script).toMatchObject({ ...forAll, 'cache-control': 'no-cache' });
  expect(script['content-type']).toMatch(/javascript/);
  const own = await headersOf('/look.js');
  expect(own).not.toHaveProperty('access-control-allow-origin');
  expect(own).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
});

test('a file that the build does not have is not found, whatever way is tried [SHL-01]', async () => {
  const wrong = ['old-1.js', 'main-B7rYTj_.js.map', '', '%00', '..%2findex.html', '..%2flook.js'];
  for (const name of wrong) expect(await answerTo('GET', `/assets/${name}`)).toMatchObject({ status: 404 });
  for (const hidden of ['/.env', '/.git/config', '/docs/.env'])
    expect(await answerTo('GET', hidden)).toMatchObject({ status: 404 });
  expect(await answerTo('POST', '/assets/main-B7rYTj_.js')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
});

test('only the partner of its host may frame a page, never the one that the address names or who signed a link in it [WID-02]', async () => {
  const { partner, otherPartner } = app;
  const shops = { [partner.partnerId]: 'https://shop.test', [otherPartner.partnerId]: 'https://other-shop.test' };
  for (const [partnerId, origin] of Object.entries(shops)) await addOrigin(app.deps, Number(partnerId), origin);
  await addHost(app.deps, otherPartner.partnerId, 'mail.other-shop.test');
  // The default partner has every host that nobody registered.
  const panels = {
    'panel.test': partner,
    'mail.other-shop.test.evil.test': partner,
    'mail.other-shop.test': otherPartner,
  };
  for (const [host, { partnerId }] of Object.entries(panels)) {
    for (const named of [partner, otherPartner]) {
      const { jwt } = await aPurchaseLink(app, { partner: named });
      for (const path of ['/?', '/email-accounts?', '//evil.test/?', '/login?', `/partner/purchase?jwt=${jwt}&`])
        for (const name of ['partnerId', 'partnerID']) {
          const url = `${path}${name}=${named.partnerId}`;
          const { headers } = await pages.inject({ method: 'GET', url, headers: { host } });
          const policy = String(headers['content-security-policy']);
          expect(/frame-ancestors ([^;]*)/.exec(policy)?.[1], `${host} ${url}`).toBe(shops[partnerId]);
          expect(headers['x-frame-options'], `${host} ${url}`).toBeUndefined();
        }
    }
  }
  await expect(addHost(app.deps, partner.partnerId, 'mail.other-shop.test')).rejects.toMatchObject({
    code: 'HOST_TAKEN',
  });
});

test("a partner's logo comes from the panel itself on every host, and is nothing but a picture [BRD-01]", async () => {
  const { partnerId } = app.otherPartner;
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const send = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!String(url).startsWith('https://quay.test/')) return await send(url, init);
    asked.push(url);
    return new Response(drawn, { headers: { 'content-type': 'image/svg+xml' } });
  });
  const withLogos = await buildApp({ ...app.deps, panel: aPanel(panelDir) });
  vi.unstubAllGlobals();
  const logo = async (query: string) => await withLogos.inject(`/partner-logo?${query}`);
  expect((await logo(`partnerId=${partnerId}`)).statusCode).toBe(404);
  await setPartner(app.deps, partnerId, { logoUrl: 'https://quay.test/logo.svg' });
  const shown = await logo(`partnerId=${partnerId}`);
  expect([shown.statusCode, shown.body]).toEqual([200, drawn]);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=600',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  for (const none of [
    '',
    'partnerId=x',
    'partnerId=999999',
    `partnerId=${partnerId}&scheme=dark`,
    'url=https://evil.test',
  ])
    expect((await logo(none)).statusCode, none).toBe(404);
  expect(asked).toEqual(['https://quay.test/logo.svg']);
  const page = await withLogos.inject({ url: `/?partnerId=${partnerId}`, headers: { host: 'panel.test' } });
  expect(page.headers['content-security-policy']).toContain("img-src 'self' data:;");
  await withLogos.close();
});

test("a partner's own font comes from the panel itself, its pages may load it, and it is gone once the theme names another [BRD-01]", async () => {
  const { partnerId } = app.otherPartner;
  const file = readFileSync(new URL('../../../../packages/ui/fonts/onest-latin.woff2', import.meta.url));
  const sheet = async () => (await pages.inject(`/theme.css?partnerId=${partnerId}`)).body;
  await setTheme(app.deps, partnerId, { font: 'Quay Sans' }, file);
  const styles = await sheet();
  expect(styles).toContain("--font:'Quay Sans', 'Onest Variable', system-ui, sans-serif");
  const [, address = ''] = /^@font-face\{font-family:'Quay Sans';src:url\('([^']+)'\)/.exec(styles) ?? [];
  const font = await pages.inject(address);
  expect(font.rawPayload.equals(file)).toBe(true);
  expect(font.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await pages.inject('/')).headers['content-security-policy']).toContain("font-src 'self';");
  for (const wrong of [
    address.replace(`/${partnerId}-`, `/${app.partner.partnerId}-`),
    '/partner-font/9999999999-0000000000000000.woff2',
    '/partner-font/x',
    '/partner-font/',
  ])
    expect((await pages.inject(wrong)).headers['content-type'], wrong).not.toBe('font/woff2');
  await setTheme(app.deps, partnerId, { radiusPx: 3 });
  expect(await sheet()).toBe(styles.replace(/--radius:\d+px/, '--radius:3px'));
  await setTheme(app.deps, partnerId, { font: 'Verdana' });
  expect(await sheet()).toMatch(/^:root:root\{.*--font:'Verdana', /);
  expect((await pages.inject(address)).statusCode).toBe(404);
});

test("the page of a link has the look of the partner that it names, or of the partner's installation [ENT-06] [BRD-01]", async () => {
  const { partner, otherPartner } = app;
  await addServer(app.deps, otherPartner.partnerId, 'quay-7');
  const titleOf = async (query: string) =>
    /<title>([^<]*)/.exec((await pages.inject(`/autoLogin?jwt=a.b.c&${query}`)).body)?.[1];
  const nameOf = async (partnerId: number) => (await app.must(readPartnerInfo, { partnerId })).companyName;
  const [ours, theirs] = [await nameOf(partner.partnerId), await nameOf(otherPartner.partnerId)];
  expect(await titleOf('installId=quay-7')).toBe(theirs);
  expect(await titleOf(`partnerId=${otherPartner.partnerId}`)).toBe(theirs);
  for (const unknown of ['installId=nobody', 'installId=%00', 'installId=a&installId=b', 'partnerId=99999999999', ''])
    expect(await titleOf(unknown), unknown).toBe(ours);
});

test("the API's reference and the metrics are not found where the operator switched them off [API-01]", async () => {
  const hidden = await buildApp({ ...app.deps, panel: aPanel(panelDir), shows: { apiDocs: false, metrics: false } });
  for (const url of ['/docs', '/docs/', '/docs/static/swagger-ui.css', '/openapi.json', '/metrics', '/metrics?x=1'])
    expect((await hidden.inject({ method: 'GET', url })).json(), url).toMatchObject({ code: 'NOT_FOUND' });
  expect((await hidden.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
  await hidden.close();
});

test('a password manager is led to the page that changes a password', async () => {
  const answer = await pages.inject({ method: 'GET', url: '/.well-known/change-password' });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/reset-password']);
  expect((await answerTo('GET', '/reset-password')).status).toBe(200);
});

test('anyone may ask which release runs, and the answer says nothing else', async () => {
  const answer = await answerTo('GET', '/version');
  const { version, schema } = app.deps.release;
  expect(JSON.parse(answer.body)).toEqual({ version, commit: null, madeAt: null, build: null, schema });
  expect([version, schema]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), expect.any(Number)]);
});

test('security.txt names the contact of the settings until its date, and is not found otherwise', async () => {
  const url = '/.well-known/security.txt';
  const expires = new Date(app.deps.clock.now().getTime() + 60_000);
  const contacts = ['mailto:security@panel.test', 'https://panel.test/security'];
  for (const [securityContact, wanted] of [
    [{ contacts, expires }, `Contact: ${contacts[0]}\nContact: ${contacts[1]}\nExpires: ${expires.toISOString()}\n`],
    [{ contacts, expires: app.deps.clock.now() }, null],
    [null, null],
  ] satisfies [SecurityContact | null, string | null][]) {
    const panel = Fastify();
    installAbout(panel, { ...app.deps, securityContact });
    const { statusCode, body, headers } = await panel.inject(url);
    expect([statusCode, statusCode === 200 ? body : null]).toEqual([wanted === null ? 404 : 200, wanted]);
    expect(headers['content-type']).toBe(
      wanted === null ? 'application/problem+json; charset=utf-8' : 'text/plain; charset=utf-8',
    );
    await panel.close();
  }
});

test('processes of two releases serve each other’s files, and the page of the older one as long as it runs', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-builds-'));
  const [older, newer] = ['older', 'newer'].map((name, index) => {
    const dir = path.join(dataDir, name);
    mkdirSync(path.join(dir, 'assets'), { recursive: true });
    writeFileSync(path.join(dir, 'index.html'), `<title>Postern</title> ${name}`);
    writeFileSync(path.join(dir, `assets/${name}-Ab1.js`), name);
    const release = {
      version: `0.${index + 1}.0`,
      schema: index,
      madeAt: new Date(`2026-11-0${index + 1}T00:00:00.123Z`),
    };
    const panel = aPanel(dir, dataDir, release.madeAt);
    panel.builds.share(app.deps.clock.now());
    return { processId: newId(new Date()), panel, release: { ...release, page: panel.builds.page } };
  }) as [Running, Running];
  const announce = ({ processId, release }: Running) => announceProcess(app.deps.db, processId, release);
  const apps = await Promise.all([older, newer].map(({ panel }) => buildApp({ ...app.deps, panel })));
  for (const one of apps)
    for (const name of ['older', 'newer']) {
      const { body, headers } = await one.inject(`/assets/${name}-Ab1.js`);
      expect([body, headers['cache-control']]).toEqual([name, 'public, max-age=31536000, immutable']);
    }
  expect((await apps[0]?.inject('/assets/other-Ab1.js'))?.statusCode).toBe(404);
  const pages = async () =>
    (await Promise.all(apps.map((one) => one.inject('/login')))).map(({ body }) => body.slice(-5));
  await announce(newer);
  older.panel.builds.follow(await announce(older));
  newer.panel.builds.follow(await announce(newer));
  expect(await pages()).toEqual(['older', 'older']);
  await forgetProcess(app.deps.db, older.processId);
  newer.panel.builds.follow(await announce(newer));
  expect(await pages()).toEqual(['older', 'newer']);
  await forgetProcess(app.deps.db, newer.processId);
  for (const one of apps) await one.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Running = { processId: string; panel: ReturnType<typeof aPanel>; release: RunningRelease };
