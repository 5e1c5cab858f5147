import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aBundle, aLogin } from '../../testing/samples.ts';
import { clearSession, readSession, saveLogin, SESSION_ITEMS } from './session-store.ts';
import { askOtherTabs, currentSession, listenToTabs, tellTabsSignedOut } from './session-tabs.ts';

/** Another tab of the same browser, which receives this one's messages and may answer. */
let otherTab: BroadcastChannel;
let close: () => void = () => {};
let otherTabIsGone: () => void = () => {};
let signedOut = 0;

beforeEach(() => {
  clearSession();
  sessionStorage.clear();
  localStorage.clear();
  signedOut = 0;
  otherTab = new BroadcastChannel('postern.session');
  close = listenToTabs(() => {
    signedOut += 1;
  });
});
const isKnown = async () =>
  (await navigator.locks.query()).held?.some((lock) => lock.name === 'postern.signed-in') ?? false;

afterEach(async () => {
  otherTabIsGone();
  clearSession();
  close();
  otherTab.close();
  await vi.waitUntil(async () => !(await isKnown()), { timeout: 15_000 });
});

const heard = () =>
  new Promise<unknown>((resolve) =>
    otherTab.addEventListener('message', (event) => resolve(event.data), { once: true }),
  );

test('a sign-in is stored in the tab under the names of the specification [ENT-12]', () => {
  saveLogin(aLogin({ accountId: 'a-1' }));
  const names = Object.keys(sessionStorage).filter((name) => !name.startsWith('postern.'));
  expect(names.every((name) => (SESSION_ITEMS as readonly string[]).includes(name))).toBe(true);
  expect(readSession()).toMatchObject({
    role: 'domainAdmin',
    authToken: 'token-of-ada',
    userName: 'Ada Fields',
    auth: 'auth',
    accountId: 'a-1',
    domain: 'bluebottle.coffee',
    bundleId: aBundle().bundleId,
    partnerId: '54',
    adminType: 'customer',
    loginEmail: 'ada@bluebottle.coffee',
    isDomainAdmin: 'true',
  });
});

/** What the browser keeps for another tab while that is signed in. */
function otherTabIsSignedIn(): Promise<void> {
  return new Promise((granted) => {
    void navigator.locks.request('postern.signed-in', { mode: 'shared' }, () => {
      granted();
      return new Promise<void>((resolve) => {
        otherTabIsGone = resolve;
      });
    });
  });
}

test('a new tab takes the session over from another one [ENT-12]', async () => {
  await otherTabIsSignedIn();
  otherTab.onmessage = () =>
    otherTab.postMessage({
      kind: 'answer',
      items: { authToken: 'token-of-ada', domain: 'bluebottle.coffee', evil: 'x' },
    });
  await askOtherTabs();
  expect(readSession()).toEqual({ authToken: 'token-of-ada', domain: 'bluebottle.coffee' });
  expect(sessionStorage.getItem('evil')).toBeNull();
});

describe('while the clock stands still', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('if no other tab is signed in, nothing waits, whatever an earlier visit left behind [ENT-12]', async () => {
    localStorage.setItem('postern.signedIn', '1');
    await askOtherTabs();
    expect(readSession()).toEqual({});
    expect(localStorage.getItem('postern.signedIn')).toBeNull();
  });

  test('a tab in the background has a second to answer [ENT-12]', async () => {
    await otherTabIsSignedIn();
    const asked = heard();
    const asking = askOtherTabs();
    expect(await asked).toEqual({ kind: 'ask' });
    vi.advanceTimersByTime(999);
    otherTab.postMessage({ kind: 'answer', items: { authToken: 'token-of-ada' } });
    await asking;
    expect(readSession()).toEqual({ authToken: 'token-of-ada' });
  });

  test('without an answer nobody is signed in [ENT-12]', async () => {
    await otherTabIsSignedIn();
    const asked = heard();
    const asking = askOtherTabs();
    await asked;
    vi.advanceTimersByTime(1000);
    await asking;
    expect(readSession()).toEqual({});
  });
});

test('other tabs can tell that this one is signed in, and the shared storage holds no secret [ENT-12]', async () => {
  saveLogin(aLogin());
  await expect.poll(isKnown).toBe(true);
  expect(JSON.stringify(localStorage)).not.toContain('token-of-ada');
  clearSession();
  await expect.poll(isKnown).toBe(false);
});

test('a tab answers one that asks only while it is signed in [ENT-12]', async () => {
  saveLogin(aLogin());
  const answer = heard();
  otherTab.postMessage({ kind: 'ask' });
  expect(await answer).toMatchObject({ kind: 'answer', items: { authToken: 'token-of-ada' } });
});

test('a sign-out in one tab ends the same session in the others, and no other session [ENT-11]', async () => {
  saveLogin(aLogin({ token: 'token-of-bert' }));
  const ofBert = currentSession();
  saveLogin(aLogin());
  otherTab.postMessage({ kind: 'signed-out', session: ofBert });
  const answer = heard();
  otherTab.postMessage({ kind: 'ask' });
  await answer;
  expect(signedOut).toBe(0);
  otherTab.postMessage({ kind: 'signed-out', session: currentSession() });
  await expect.poll(() => signedOut).toBe(1);
  expect(readSession()).toEqual({});
});

test('a sign-out here is sent to the other tabs [ENT-11]', async () => {
  const told = heard();
  tellTabsSignedOut('a-session');
  expect(await told).toEqual({ kind: 'signed-out', session: 'a-session' });
});
