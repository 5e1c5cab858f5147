import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeApi } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { aCurrentPlan, anOrder } from '../testing/samples.ts';

const visits = (api: FakeApi) =>
  [...api.callsOf('reportPreAuthEvent'), ...api.callsOf('reportEntityChange')]
    .filter((call) => call.input['name'] === 'page_visit')
    .map((call) => (call.input['attrs'] as { path: string }).path);

test('every visit is recorded, including one that is redirected, and why it was [SHL-02] [EVT-01]', async () => {
  const { api } = await renderPanel('/email-accounts?q=ada');
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => visits(api)).toEqual(['/email-accounts', '/']);
  await page.getByRole('link', { name: /Forgot/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect.poll(() => visits(api)).toEqual(['/email-accounts', '/', '/reset-password']);
  expect(api.callsOf('reportPreAuthEvent').map((call) => call.input)).toContainEqual({
    name: 'go_to_login',
    attrs: {},
  });
});

test('the visit of a path that leads on, and of one that isn’t there, is recorded too [SHL-02] [EVT-01]', async () => {
  const { api, history } = await renderPanel('/login', { signedIn: true });
  await expect.poll(() => visits(api)).toEqual(['/login', '/redirect-handler', '/email-accounts']);
  history.push('/nowhere');
  await expect.element(page.getByRole('heading', { name: 'Page Not Found.' })).toBeVisible();
  await expect.poll(() => visits(api).at(-1)).toBe('/nowhere');
});

test('a visit to a screen that skips the guard is recorded too [SHL-02]', async () => {
  const { api } = await renderPanel('/product-not-found', { signedIn: true });
  await expect.element(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
  await expect.poll(() => visits(api)).toEqual(['/product-not-found']);
});

test('a link to the current screen changes nothing [SHL-04]', async () => {
  const { api, location, history } = await renderPanel('/email-accounts', { signedIn: true });
  const link = page.getByRole('link', { name: 'Mailboxes' }).first();
  await link.click();
  await link.click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(history.length).toBe(1);
  await expect.poll(() => visits(api)).toEqual(['/email-accounts']);
  expect(api.callsOf('readCurrentPlan')).toHaveLength(1);
});

test('a screen of a product that the plan lacks redirects to the default path, which opens a screen of the plan [SHL-03]', async () => {
  const { location } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      readCurrentPlan: () => ({
        currentPlan: aCurrentPlan({ mailSuiteDetails: null, siteDetails: anOrder({ product: 'Site' }) }),
      }),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'No mailboxes at bluebottle.coffee' })).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/product-not-found');
});

test('a purchase link forgets where an earlier visit came from [SHL-02]', async () => {
  sessionStorage.setItem('redirectionSource', 'partner-mail');
  await renderPanel('/partner/purchase', { signedIn: true, keepStorage: true });
  await expect.poll(() => sessionStorage.getItem('redirectionSource')).toBeNull();
});

test('a sampled visit reports how long its screens took to open [EVT-01]', async () => {
  const { api } = await renderPanel('/email-accounts', { signedIn: true });
  await expect
    .poll(() => api.callsOf('reportEntityChange').find((call) => call.input['name'] === 'screen_trace')?.input['attrs'])
    .toEqual({ path: '/email-accounts', ms: expect.any(Number) });
});
