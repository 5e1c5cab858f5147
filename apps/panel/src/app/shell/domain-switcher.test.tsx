import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gate, refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aBundle, aCurrentPlan, aLogin, anOrder, anotherBundle } from '../../testing/samples.ts';

const siteOnly = anotherBundle('bluebottle.site', 3);
siteOnly.orders = [{ ...siteOnly.orders[0]!, type: 'Site', planType: 'site_pro' }];
const bundles = [aBundle(), anotherBundle('bluebottle.shop', 2), siteOnly];
const listBundles = () => ({ bundles });
const switcher = page.getByRole('button', { name: /Switch to another domain$/ });
const domain = (name: string) => page.getByRole('button', { name, exact: true });

test('with one domain there is nothing to switch [SHL-07]', async () => {
  await renderPanel('/email-accounts', { signedIn: true });
  await expect.element(page.getByText('bluebottle.coffee').first()).toBeInTheDocument();
  await expect.element(switcher).not.toBeInTheDocument();
});

test('the list of domains ends with the sign-out [SHL-07] [ENT-11]', async () => {
  const waiting = gate();
  const { api } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      listBundles,
      signOut: async () => {
        await waiting.closed;
        throw refusal('INTERNAL_SERVER_ERROR');
      },
    },
  });
  await switcher.click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => api.callsOf('signOut')).toHaveLength(1);
  waiting.open();
});

test('a switch to a domain with a site and no mail is reported, and opens a screen of its plan [SHL-07]', async () => {
  const plans = {
    [siteOnly.bundleId]: aCurrentPlan({ mailSuiteDetails: null, siteDetails: anOrder({ product: 'Site' }) }),
  };
  const { api, location } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      listBundles,
      switchBundle: () => aLogin({ bundles }),
      readCurrentPlan: ({ bundleId = '' }) => ({ currentPlan: plans[bundleId] ?? aCurrentPlan() }),
    },
  });
  await switcher.click();
  await domain('bluebottle.site').click();
  await expect.poll(() => location().pathname).toBe('/product-not-found');
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.site');
  await expect
    .poll(() => api.callsOf('reportEntityChange').map((call) => call.input))
    .toContainEqual({
      name: 'domain_switch',
      attrs: { bundleId: siteOnly.bundleId, way: 'site-order' },
    });
});

test('a switch that fails keeps the domain and says so [SHL-07]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      listBundles,
      switchBundle: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await switcher.click();
  await domain('bluebottle.shop').click();
  await expect.element(page.getByText('This domain is no longer in your account.', { exact: false })).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.coffee');
});

test('on a phone the drawer closes when a domain is chosen in it [SHL-07] [SHL-05]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    viewport: [390, 844],
    handlers: { listBundles, switchBundle: () => aLogin({ bundles }) },
  });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByText('Business Pro, yearly').click();
  await drawer.getByRole('button', { name: 'bluebottle.shop', exact: true }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.shop');
});
