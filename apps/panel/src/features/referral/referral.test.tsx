import { REFERRAL_FRAME } from '@postern/contract/referral';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, aPartner } from '../../testing/samples.ts';

const WRONG = 'Something went wrong. Please try again.';
const entry = page.getByRole('link', { name: 'Refer and earn' });
const agree = page.getByRole('button', { name: 'Agree and open Cello' });
const withdraw = page.getByRole('button', { name: 'Withdraw consent' });
const frame = () => document.querySelector('iframe');

const HANDLERS: PanelOptions['handlers'] = {
  readPartnerInfo: () => aPartner({ hasReferral: true }),
  readReferralReward: () => ({ currencySymbol: '€', referrerRewardUpperLimit: 100 }),
  generateReferralToken: () => ({ token: 'token-of-the-programme', productId: 'harbour' }),
};

const openPage = (options: PanelOptions = {}) =>
  renderPanel('/refer', { signedIn: true, ...options, handlers: { ...HANDLERS, ...options.handlers } });

/** What the frame's page says once it is there; the test's server has no such page. */
function sayReady(origin = 'null') {
  const source = frame()?.contentWindow ?? null;
  window.dispatchEvent(new MessageEvent('message', { source, origin, data: 'ready' }));
}

/** Hears what the panel tells the frame, whose own window can't be touched from here: that is the point of it. */
function standInside(shown: HTMLIFrameElement) {
  const sent = vi.fn<(options: unknown, target: string, ports: [MessagePort]) => void>();
  Object.defineProperty(shown, 'contentWindow', {
    value: Object.assign(new MessageChannel().port1, { postMessage: sent }),
  });
  return sent;
}

async function openAccount(options: PanelOptions) {
  const { api } = await renderPanel('/email-accounts', {
    signedIn: true,
    ...options,
    handlers: { ...HANDLERS, ...options.handlers },
  });
  await page.getByRole('button', { name: /Account/ }).click();
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  return api;
}

test('the account menu leads to the programme, and until then nothing is asked for [BRD-05]', async () => {
  const api = await openAccount({});
  await expect.element(entry).toBeVisible();
  expect([...api.callsOf('readReferralReward'), ...api.callsOf('generateReferralToken')]).toEqual([]);
  await entry.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Refer and earn' })).toBeVisible();
});

const OTHER_ADMIN = aLogin({ adminType: 'account', accountId: '1' });
test.each([
  ['no programme', { handlers: { readPartnerInfo: () => aPartner() } }],
  [
    'a partner that doesn’t sell yet',
    { handlers: { readPartnerInfo: () => aPartner({ hasReferral: true, partnerState: 'onboarding' }) } },
  ],
  ['a mailbox that is an admin', { signedIn: OTHER_ADMIN }],
] satisfies [string, PanelOptions][])(
  '%s: the menu has no such entry, and the address leads home without a call [BRD-05]',
  async (_why, options) => {
    await openAccount(options);
    expect(entry.elements()).toEqual([]);
    const { api, location } = await openPage(options);
    await expect.poll(() => location().pathname).toBe('/email-accounts');
    expect([...api.callsOf('readReferralReward'), ...api.callsOf('generateReferralToken')]).toEqual([]);
  },
);

const SUPPORTER = aLogin({
  actor: { role: 'partnerSupport', id: '1', attrs: { userName: 'Sam' } },
  visit: {
    ...{ visitId: '00000000-0000-4000-8000-000000000077', expiresAt: '2126-05-04T00:00:00.000Z' },
    ...{ reason: 'A question', ticket: null, customerName: 'Ada Fields' },
  },
});
const MEMBER = aLogin({
  ...{ adminType: 'account', accountId: '1', isDomainAdmin: false },
  actor: { role: 'accountAdmin', id: '1', attrs: { userName: 'Bert Maas' } },
});
test.each([
  ['a support visit', SUPPORTER],
  ['a mailbox user', MEMBER],
] as const)(
  '%s has no such entry, and nothing of the page at its address [BRD-05] [SUP-01]',
  async (_who, signedIn) => {
    const { api } = await openPage({ signedIn });
    await page.getByRole('button', { name: /Account/ }).click();
    await expect.element(page.getByRole('button', { name: /Sign out|End/ }).first()).toBeVisible();
    expect(entry.elements()).toEqual([]);
    expect(agree.elements()).toEqual([]);
    expect([...api.callsOf('readReferralReward'), ...api.callsOf('generateReferralToken')]).toEqual([]);
  },
);

test('inside a partner’s page there is no programme, even for who agreed to it elsewhere [BRD-05] [WID-01]', async () => {
  await openPage();
  await agree.click();
  sessionStorage.setItem('view', 'widget');
  const { location } = await openPage({ keepStorage: true, isFramed: true });
  await expect.poll(() => location().pathname).toBe('/home');
  expect(frame()).toBeNull();
});

test('the page says what is earned, who would be told what, and asks; there is no frame and no token before the person agrees [BRD-05]', async () => {
  const { api } = await openPage({ viewport: [320, 700], locale: 'de-de' });
  await expect.element(page.getByText(/bis zu 100\s€/)).toBeVisible();
  await expect.element(page.getByText('Ihre E-Mail-Adresse: ada@bluebottle.coffee')).toBeVisible();
  await expect.element(page.getByText('Ihren Namen: Ada Fields')).toBeVisible();
  expect(frame()).toBeNull();
  expect(api.callsOf('generateReferralToken')).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
  await expectAccessible();
});

test('only after consent a frame without an origin opens, and it gets the token by a message, never by its address [BRD-05]', async () => {
  const { api } = await openPage();
  await agree.click();
  await expect.poll(frame).not.toBeNull();
  const shown = frame() as HTMLIFrameElement;
  expect(shown.getAttribute('src')).toBe(REFERRAL_FRAME);
  expect([...shown.sandbox]).toEqual([
    'allow-scripts',
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
  ]);
  const sent = standInside(shown);
  sayReady(window.location.origin);
  expect(sent).not.toHaveBeenCalled();
  sayReady();
  sayReady();
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.calls[0]?.[0]).toEqual({
    productId: 'harbour',
    token: 'token-of-the-programme',
    language: 'en',
    themeMode: 'light',
    productUserDetails: { email: 'ada@bluebottle.coffee', fullName: 'Ada Fields' },
  });
  expect(api.callsOf('generateReferralToken')).toHaveLength(1);
});

test('consent is remembered for this customer in this browser, and withdrawn the frame is gone at once, here and in other tabs [BRD-05]', async () => {
  await openPage();
  await agree.click();
  await openPage({ keepStorage: true });
  await expect.poll(frame).not.toBeNull();
  await withdraw.click();
  expect(frame()).toBeNull();
  await expect.element(page.getByText('Consent withdrawn. We no longer open Cello.')).toBeVisible();
  await agree.click();
  await expect.poll(frame).not.toBeNull();
  const key = 'postern.referralConsent';
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  await expect.element(agree).toBeVisible();
  expect(frame()).toBeNull();
  await agree.click();
  await openPage({ keepStorage: true, signedIn: aLogin({ bllUserId: '00000000-0000-4000-8000-000000000099' }) });
  await expect.element(agree).toBeVisible();
  expect(frame()).toBeNull();
});

test('leaving the page takes the frame away [BRD-05]', async () => {
  const { history } = await openPage();
  await agree.click();
  await expect.poll(frame).not.toBeNull();
  history.push('/email-accounts');
  await expect.poll(frame).toBeNull();
});

test('without the reward the page works as before, and says that something went wrong [BRD-05]', async () => {
  await openPage({
    handlers: {
      readReferralReward: () => {
        throw noConnection();
      },
    },
  });
  await expect.element(page.getByText(WRONG)).toBeVisible();
  await expect
    .element(page.getByText('Recommend Harbour Mail, and earn a reward for each new customer.'))
    .toBeVisible();
  await agree.click();
  await expect.poll(frame).not.toBeNull();
});

test('without a token the person is told, and can try again or withdraw [BRD-05]', async () => {
  const { api } = await openPage({
    handlers: {
      generateReferralToken: () => {
        throw refusal('INTERNAL_SERVER_ERROR');
      },
    },
  });
  await agree.click();
  await expect.element(page.getByText(WRONG)).toBeVisible();
  expect(frame()).toBeNull();
  await expect.element(withdraw).toBeVisible();
  api.use(HANDLERS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(frame).not.toBeNull();
});

test('a sign-in that the programme refuses is told, with a new token for another try [BRD-05]', async () => {
  const { api } = await openPage();
  await agree.click();
  await expect.poll(frame).not.toBeNull();
  const sent = standInside(frame() as HTMLIFrameElement);
  sayReady();
  sent.mock.calls[0]?.[2][0].postMessage('failed');
  await expect.element(page.getByText(WRONG)).toBeVisible();
  expect(frame()).toBeNull();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(frame).not.toBeNull();
  expect(api.callsOf('generateReferralToken')).toHaveLength(2);
});

test('a script that never comes is given up: the person is told, and can try again [BRD-05]', async () => {
  await openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await agree.click();
    await expect.poll(frame).not.toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.element(page.getByText(WRONG)).toBeVisible();
  expect(frame()).toBeNull();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(frame).not.toBeNull();
});
