import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/use-test-app.ts';
import { setPartner } from './change-partner.ts';
import type { Fetch } from './download-logo.ts';
import { createLogoReader } from './read-logo.ts';

const app = useTestApp({ webhooks: false });
const LOGO = 'https://quay.test/logo.svg';
const drawn = () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });

/** A logo reader whose server gives these answers, and the requests it got. */
async function aReader(answer: () => Response | Promise<Response>) {
  const { partnerId } = app.otherPartner;
  await setPartner(app.deps, partnerId, { logoUrl: LOGO, logoDarkUrl: null });
  const asked: string[] = [];
  const clock = { now: 0 };
  const send: Fetch = async (url, init) => {
    asked.push(`${url} ${init.redirect}`);
    return await answer();
  };
  const read = createLogoReader({ ...app.deps, clock: { now: () => new Date(clock.now) } }, send);
  return { asked, clock, read: (isDark = false) => read(partnerId, isDark) };
}

test("a partner's logo is read from its server once in ten minutes, however many ask, and redirects are never followed [BRD-01]", async () => {
  const { read, asked, clock } = await aReader(drawn);
  const [one, other] = await Promise.all([read(), read()]);
  expect([one?.type, one?.bytes.toString(), other]).toEqual(['image/svg+xml', '<svg/>', one]);
  clock.now = 9 * 60_000;
  await read();
  expect(asked).toEqual([`${LOGO} error`]);
  clock.now = 11 * 60_000;
  await read();
  expect(asked).toHaveLength(2);
  expect(await read(true)).toBeNull();
  expect(asked).toHaveLength(2);
});

test.each<[string, () => Response]>([
  ['says that there is none', () => new Response('', { status: 404, headers: { 'content-type': 'image/png' } })],
  ['sends a page', () => new Response('<script>', { headers: { 'content-type': 'text/html' } })],
  ['names no type', () => new Response(new Uint8Array(8))],
  ['sends too much', () => new Response(new Uint8Array(500_001), { headers: { 'content-type': 'image/png' } })],
  [
    'does not answer',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('a server that %s gives no logo, and is left alone for a minute [BRD-01]', async (_what, answer) => {
  let isBroken = true;
  const { read, asked, clock } = await aReader(() => (isBroken ? answer() : drawn()));
  expect(await read()).toBeNull();
  expect(await read()).toBeNull();
  expect(asked).toHaveLength(1);
  isBroken = false;
  clock.now = 61_000;
  expect(await read()).toMatchObject({ type: 'image/svg+xml' });
});
