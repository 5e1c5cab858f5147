import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBundle, aLogin } from '../testing/samples.ts';
import { clearSession, readSession, saveLogin, SESSION_ITEMS } from './session-store.ts';
import { askOtherTabs, listenToTabs, tellTabsSignedOut } from './session-tabs.ts';

/** Another tab of the same browser: it hears what this one says and may answer. */
let otherTab: BroadcastChannel;
let close: () => void = () => {};
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
afterEach(() => {
  close();
  otherTab.close();
  clearSession();
});

const heard = () =>
  new Promise<unknown>((resolve) =>
    otherTab.addEventListener('message', (event) => resolve(event.data), { once: true }),
  );

test('a sign-in lies in the tab under the names of the specification [ENT-12]', () => {
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

test('a new tab takes the session over from another one [ENT-12]', async () => {
  localStorage.setItem('postern.signedIn', '1');
  otherTab.onmessage = () =>
    otherTab.postMessage({
      kind: 'answer',
      items: { authToken: 'token-of-ada', domain: 'bluebottle.coffee', evil: 'x' },
    });
  await askOtherTabs();
  expect(readSession()).toEqual({ authToken: 'token-of-ada', domain: 'bluebottle.coffee' });
  expect(sessionStorage.getItem('evil')).toBeNull();
});

test('without an answer nobody is signed in, and the next tab does not wait [ENT-12]', async () => {
  localStorage.setItem('postern.signedIn', '1');
  const before = performance.now();
  await askOtherTabs();
  expect(performance.now() - before).toBeLessThan(400);
  expect(readSession()).toEqual({});
  expect(localStorage.getItem('postern.signedIn')).toBeNull();
});

test('a tab answers one that asks only while it is signed in [ENT-12]', async () => {
  saveLogin(aLogin());
  const answer = heard();
  otherTab.postMessage({ kind: 'ask' });
  expect(await answer).toMatchObject({ kind: 'answer', items: { authToken: 'token-of-ada' } });
});

test('a sign-out in one tab ends the session in the others [ENT-11]', async () => {
  saveLogin(aLogin());
  otherTab.postMessage({ kind: 'signed-out' });
  await expect.poll(() => signedOut).toBe(1);
  expect(readSession()).toEqual({});
});

test('a sign-out here is told to the other tabs [ENT-11]', async () => {
  const told = heard();
  tellTabsSignedOut();
  expect(await told).toEqual({ kind: 'signed-out' });
});
