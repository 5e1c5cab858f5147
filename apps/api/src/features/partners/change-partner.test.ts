import { PARTNER_FLAG_NAMES } from '@postern/domain/partners';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/use-test-app.ts';
import { addOrigin, setFlag, setPaymentUrl, setTheme, setUrls } from './change-partner.ts';
import { findPartner, readPartnerInfo } from './public.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

const partnerOf = async () => findPartner(app.deps.db.global, app.partner.partnerId);

test('flags and theme values that are set at once over two instances are all set [BRD-02]', async () => {
  const { partnerId } = app.partner;
  await Promise.all([
    ...PARTNER_FLAG_NAMES.map((flag, index) => setFlag((index % 2 === 0 ? app : second).deps, partnerId, flag, true)),
    setTheme(app.deps, partnerId, { radiusPx: 7 }),
    setTheme(second.deps, partnerId, { tintHue: 120 }),
  ]);
  const partner = await partnerOf();
  expect(partner?.flags).toEqual(Object.fromEntries(PARTNER_FLAG_NAMES.map((flag) => [flag, true])));
  expect(partner?.theme).toMatchObject({ radiusPx: 7, tintHue: 120 });
});

test("a partner's addresses need https, are set all or none, can be removed one at a time, and are what the panel links to [BRD-02]", async () => {
  const { partnerId } = app.partner;
  await setUrls(app.deps, partnerId, { webmail: 'https://webmail.shop.test/', iosApp: 'https://apps.test/id1?l=en' });
  const half = { webmail: 'https://other.test/', adminGuide: 'http://guide.test/' };
  await expect(setUrls(app.deps, partnerId, half)).rejects.toMatchObject({ code: 'URL_NOT_SECURE' });
  for (const bad of [
    '',
    'mail',
    '/mail',
    'javascript:alert(1)',
    'https://a:b@x.test/',
    `https://x.test/${'y'.repeat(2000)}`,
  ])
    await expect(setUrls(app.deps, partnerId, { webmail: bad }), bad).rejects.toMatchObject({ code: 'URL_NOT_SECURE' });
  await Promise.all([
    setUrls(app.deps, partnerId, { iosApp: null }),
    setUrls(second.deps, partnerId, { signUp: 'https://shop.test/start' }),
  ]);
  const { urls } = await readPartnerInfo(second.deps, { partnerId });
  expect(urls).toMatchObject({
    webmail: 'https://webmail.shop.test/',
    iosApp: null,
    signUp: 'https://shop.test/start',
  });
  expect(urls.adminGuide).toBeNull();
  await expect(setUrls(app.deps, 4_000, { webmail: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a payment page needs https and a registered origin [PAY-05]', async () => {
  const { partnerId } = app.partner;
  const url = 'https://shop.test/pay?from=panel';
  await expect(setPaymentUrl(app.deps, partnerId, url)).rejects.toMatchObject({ code: 'ORIGIN_NOT_REGISTERED' });
  await addOrigin(app.deps, partnerId, 'https://shop.test');
  expect(await setPaymentUrl(app.deps, partnerId, url)).toBe(url);
  for (const bad of ['http://shop.test/pay', '/pay', 'https://me:secret@shop.test/', 'javascript:alert(1)'])
    await expect(setPaymentUrl(app.deps, partnerId, bad)).rejects.toMatchObject({ code: 'URL_NOT_SECURE' });
  expect((await partnerOf())?.paymentUrl).toBe(url);
  await expect(setPaymentUrl(app.deps, 4_000, url)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
