import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { reloadPage } from '../../lib/reload/reload-page.ts';
import { toastQueue } from '../../lib/toasts.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aBundle, aLogin, anotherBundle } from '../../testing/samples.ts';

const signIn = page.getByRole('heading', { name: 'Sign in', exact: true });
const failure = page.getByRole('heading', { name: "We couldn't sign you in" });

const noPlan: Handlers = {
  listBundles: () => ({ bundles: [aBundle({ orders: [] })] }),
  readCurrentPlan: () => {
    throw refusal('BUNDLE_NOT_FOUND');
  },
};
const noBundles: Handlers = { listBundles: () => ({ bundles: [] }) };

test.each([
  ['no plan and no orders', noPlan, 'plan-failed', "We couldn't load your plan"],
  ['no bundles', noBundles, 'no-bundles', 'This account has no domains any more.'],
] as const)(
  'in a frame, %s sign out and lead to the login failure screen [SHL-09] [ENT-08]',
  async (_, handlers, cause, reason) => {
    const { api, location } = await renderPanel('/email-accounts', { signedIn: true, isFramed: true, handlers });
    await expect.element(failure).toBeVisible();
    await expect.element(page.getByText(reason, { exact: false })).toBeVisible();
    await expect.poll(() => location().pathname).toBe('/auto-login-error');
    await expect.poll(() => sessionStorage.getItem('authToken')).toBeNull();
    await expect
      .poll(() => api.callsOf('reportEntityChange').map((call) => call.input))
      .toContainEqual({
        name: 'forced_logout',
        attrs: { cause, inFrame: true },
      });
  },
);

test('the message about a failed automatic sign-in disappears after two seconds [ENT-08]', async () => {
  const show = vi.spyOn(toastQueue, 'show');
  await renderPanel('/email-accounts', { signedIn: true, isFramed: true, handlers: noBundles });
  const text = 'This account has no domains any more.';
  await expect
    .poll(() => show.mock.calls.flat())
    .toMatchObject([{ text: expect.stringContaining(text), durationMs: 2_000 }]);
  show.mockRestore();
  await expect.element(page.getByText(text, { exact: false })).not.toBeInTheDocument();
});

test('outside a frame the same leads to the login form [SHL-09]', async () => {
  const { location } = await renderPanel('/email-accounts', { signedIn: true, handlers: noPlan });
  await expect.element(signIn).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
});

test('a failed start is reported, and tried again on request [SHL-09] [EVT-01]', async () => {
  const { api } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      readCurrentPlan: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  const reload = vi.spyOn(reloadPage, 'now').mockImplementation(() => {});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  reload.mockRestore();
  await expect
    .poll(() => api.callsOf('reportEntityChange').map((call) => call.input))
    .toContainEqual({
      name: 'failed_init',
      attrs: { cause: 'BUNDLE_NOT_FOUND' },
    });
});

const orderOf = (type: 'MailSuite' | 'Site', planType: string) => ({ ...aBundle().orders[0]!, type, planType });
const withFreeSite = aBundle({ orders: [orderOf('MailSuite', 'business_pro'), orderOf('Site', 'free_site')] });
const other = anotherBundle('bluebottle.shop', 2);

test('a sign-in switches from a domain with a free site to one without [SHL-09]', async () => {
  const { api } = await renderPanel('/', {
    signedIn: true,
    handlers: {
      listBundles: () => ({ bundles: [withFreeSite, other] }),
      switchBundle: () => aLogin({ bundles: [withFreeSite, other] }),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeVisible();
  expect(api.callsOf('switchBundle').map((call) => call.input)).toEqual([{ bundleId: other.bundleId }]);
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.shop');
});

test('a domain with a free site stays active if it is the only one, on a reload, and when the switch fails [SHL-09]', async () => {
  const bundles = [withFreeSite, other];
  const mailboxes = page.getByRole('heading', { name: 'Mailboxes', level: 1 });
  const alone = await renderPanel('/', {
    signedIn: true,
    handlers: { listBundles: () => ({ bundles: [withFreeSite] }) },
  });
  await expect.element(mailboxes).toBeVisible();
  expect(alone.api.callsOf('switchBundle')).toEqual([]);

  const reloaded = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: { listBundles: () => ({ bundles }) },
  });
  await expect.element(mailboxes).toBeVisible();
  expect(reloaded.api.callsOf('switchBundle')).toEqual([]);

  const refused = await renderPanel('/', {
    signedIn: true,
    handlers: {
      listBundles: () => ({ bundles }),
      switchBundle: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(mailboxes).toBeVisible();
  expect(refused.api.callsOf('switchBundle')).toHaveLength(1);
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.coffee');
});
