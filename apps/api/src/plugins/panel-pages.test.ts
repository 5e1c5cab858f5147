import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

/** The files of a build; the map would reveal the sources. */
const FILES = {
  'index.html': '<title>Postern</title>',
  'look.js': 'first()',
  'look.js.map': '{}',
  'assets/main-B7rYTj_.js': 'main()',
  'assets/main-B7rYTj_.js.map': '{}',
};

const panelDir = mkdtempSync(path.join(tmpdir(), 'postern-pages-'));
let app: TestApp;
let pages: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  mkdirSync(path.join(panelDir, 'assets'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(panelDir, name), text);
  app = await startTestApp({ webhooks: false });
  pages = await buildApp({ ...app.deps, panelDir });
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

test('a file that the build does not have is not found, whatever way is tried [SHL-01]', async () => {
  const wrong = ['old-1.js', 'main-B7rYTj_.js.map', '', '%00', '..%2findex.html', '..%2flook.js'];
  for (const name of wrong) expect(await answerTo('GET', `/assets/${name}`)).toMatchObject({ status: 404 });
  for (const hidden of ['/.env', '/.git/config', '/docs/.env'])
    expect(await answerTo('GET', hidden)).toMatchObject({ status: 404 });
  expect(await answerTo('POST', '/assets/main-B7rYTj_.js')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
});
