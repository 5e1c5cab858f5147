import type { ImportTask } from '@postern/contract/mail-import';
import type { ImportSignIn } from '@postern/contract/mail-import-sign-in';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { leavePage } from '../../../lib/leave-page.ts';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { type PanelOptions, renderPanel } from '../../../testing/render-panel.tsx';
import { refusal } from '../../../testing/fake-api.ts';
import { aLogin } from '../../../testing/samples.ts';
import { A_GOOD_TEST, aRunningImport } from '../testing/sample-imports.ts';

const GOOGLE = { provider: 'google' as const, host: 'imap.gmail.com', port: 993, ssl: true };
const MICROSOFT = { provider: 'microsoft' as const, host: 'outlook.office365.com', port: 993, ssl: true };
const SIGN_IN_ID = '00000000-0000-4000-8000-000000000801';
const ADA = 'ada.fields@gmail.com';
const BEGUN = {
  ...{ signInId: SIGN_IN_ID, url: 'https://accounts.google.com/o/oauth2/v2/auth?state=s' },
  ...{ browserSecret: 'the secret of this browser', expiresAt: '2026-11-24T10:10:00.000Z' },
};
const became = (changes: Partial<ImportSignIn> = {}): ImportSignIn => ({
  ...{ signInId: SIGN_IN_ID, provider: 'google', state: 'waiting', remoteEmail: ADA },
  expiresAt: '2026-11-24T10:10:00.000Z',
  ...changes,
});
const WAITING: ImportTask = {
  ...aRunningImport({ status: 'interrupted', error: 'IMAP_AUTH_FAILED', mailedTo: 'ada@home.example' }),
  ...{ sourceEmail: ADA, host: GOOGLE.host, signInWith: 'google' },
};

let opened = 0;
afterEach(() => vi.restoreAllMocks());

async function open(path: string, options: PanelOptions = {}, tasks: ImportTask[] = []) {
  opened += 1;
  return await renderPanel(path, {
    signedIn: aLogin({ token: `import-sign-in-${opened}` }),
    ...options,
    handlers: {
      fetchImportTasks: () => ({ tasks }),
      readImportLedger: () => ({ folders: [] }),
      listMissingAddresses: () => ({ addresses: [], count: 0 }),
      listImportSignIns: () => ({ signIns: [GOOGLE, MICROSOFT] }),
      startImportSignIn: () => BEGUN,
      readImportSignIn: () => became({ state: 'done' }),
      testImportConnection: () => A_GOOD_TEST,
      retryImport: () => ({ task: aRunningImport() }),
      scheduleImport: () => ({ task: aRunningImport() }),
      ...options.handlers,
    },
  });
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Whether the browser opens a window. The journeys open a real one. */
const windows = (one: Window | null) => vi.spyOn(window, 'open').mockReturnValue(one);

test('where people can sign in, a button takes the place of password and server, also at Microsoft, and the form can still ask for an app password [IMP-01]', async () => {
  const { api } = await open('/import-email?new=1');
  await page.getByRole('radio', { name: 'Microsoft 365' }).click();
  await expect.element(button('Sign in with Microsoft')).toBeVisible();
  await expect.element(button('Use an app password instead')).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Google' }).click();
  await expect.element(page.getByLabelText('Server')).not.toBeInTheDocument();
  await expectAccessible();
  const opening = windows(null);
  // Nobody is sent away before the address is complete.
  await button('Sign in with Google').click();
  await expect.element(page.getByText('Enter the address at the old provider.')).toBeVisible();
  await expect.element(page.getByText('Sign in with Google first.')).toBeVisible();
  expect(opening).not.toHaveBeenCalled();
  await button('Use an app password instead').click();
  await expect.element(page.getByLabelText('Server', { exact: true })).toHaveValue('imap.gmail.com');
  await button('Sign in with Google instead').click();
  await expect.element(button('Sign in with Google')).toBeVisible();
  expect(api.callsOf('startImportSignIn')).toEqual([]);
});

test('a blocked window sends the same tab to the provider and back, with what was typed, and the test uses the sign-in [IMP-01]', async () => {
  windows(null);
  const left = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const { api } = await open('/import-email?new=1&mailbox=ada@bluebottle.coffee');
  await page.getByRole('radio', { name: 'Google' }).click();
  await page.getByLabelText('Old address', { exact: true }).fill(ADA);
  await button('Sign in with Google').click();
  await expect.poll(() => left.mock.calls).toEqual([[BEGUN.url]]);
  expect(api.callsOf('startImportSignIn').map(({ input }) => input)).toMatchObject([
    { provider: 'google', remoteEmail: ADA },
  ]);
  const answer = 'state=s&code=4%2F0AQ';
  const back = await open(`/import-sign-in?${answer}`, {
    keepStorage: true,
    handlers: { finishImportSignIn: () => ({ provider: 'google', state: 'done', remoteEmail: ADA }) },
  });
  await expect.element(page.getByText(`Signed in as ${ADA}`)).toBeVisible();
  expect(back.api.callsOf('finishImportSignIn').map(({ input }) => input)).toEqual([
    { answer, browserSecret: BEGUN.browserSecret },
  ]);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(BEGUN.browserSecret);
  await expect.element(page.getByLabelText('Old address', { exact: true })).toHaveValue(ADA);
  await button('Test connection').click();
  await expect
    .poll(() => back.api.callsOf('testImportConnection').map(({ input }) => input))
    .toMatchObject([{ host: GOOGLE.host, port: 993, ssl: true, remoteEmail: ADA, signInId: SIGN_IN_ID }]);
  await expectAccessible();
  // Another address needs another sign-in.
  await page.getByLabelText('Old address', { exact: true }).fill('bert@gmail.com');
  await expect.element(button('Sign in with Google')).toBeVisible();
});

test('in a partner’s page a blocked window is explained; a sign-in to another account and a refused one say what to do [IMP-01] [WID-01]', async () => {
  windows(null);
  const { api } = await open('/import-email?new=1', { isFramed: true });
  await page.getByRole('radio', { name: 'Google' }).click();
  await page.getByLabelText('Old address', { exact: true }).fill(ADA);
  await button('Sign in with Google').click();
  await expect.element(page.getByText(/Your browser blocked the window. Allow pop-ups/)).toBeVisible();
  expect(api.callsOf('startImportSignIn')).toEqual([]);
  vi.mocked(window.open).mockReturnValue(window);
  api.use({ readImportSignIn: () => became({ state: 'other-account', otherEmail: 'eve@gmail.com' }) });
  await button('Sign in with Google').click();
  await expect.element(page.getByText(/You signed in as eve@gmail.com. Sign in as ada.fields@gmail.com/)).toBeVisible();
  api.use({ readImportSignIn: () => became({ state: 'denied' }) });
  await button('Sign in with Google').click();
  await expect
    .element(page.getByText('Google gave us no access. Sign in again and allow access to your mail.'))
    .toBeVisible();
  await expectAccessible();
});

test('an import whose access has ended says so and continues after a new sign-in, in the panel and behind the mailed link [IMP-03]', async () => {
  windows(window);
  const { api } = await open('/import-email', {}, [WAITING]);
  await expect
    .element(page.getByText(/Google has ended our access. We emailed a link to ada@home.example/))
    .toBeVisible();
  await button('Sign in with Google').click();
  const dialog = page.getByRole('dialog', { name: 'Sign in at Google' });
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect
    .poll(() => api.callsOf('retryImport').map(({ input }) => input))
    .toEqual([{ taskId: WAITING.taskId, signInId: SIGN_IN_ID }]);
  const link = await open('/resume-import-email?token=abcDEF123', {}, [WAITING]);
  await expect.element(page.getByText('It waits for you to sign in at Google.')).toBeVisible();
  await expectAccessible();
  await button('Sign in with Google').click();
  await expect
    .poll(() => link.api.callsOf('scheduleImport').map(({ input }) => input))
    .toMatchObject([{ signInId: SIGN_IN_ID, remoteEmail: ADA, host: GOOGLE.host }]);
  const sent = link.api.calls.filter(({ id }) => /SignIn|schedule/.test(id));
  expect([...new Set(sent.map(({ headers }) => headers.get('Authorization')))]).toEqual(['Import abcDEF123']);
});

test('an answer that is used up, or of another browser, says so, leaves the address and tells nothing [IMP-01]', async () => {
  const { location } = await open('/import-sign-in?state=s&code=c', {
    handlers: {
      finishImportSignIn: () => {
        throw refusal('TOKEN_EXPIRED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "This sign-in can't be finished" })).toBeVisible();
  expect(location().href).toBe('/import-sign-in');
  await expectAccessible();
});
