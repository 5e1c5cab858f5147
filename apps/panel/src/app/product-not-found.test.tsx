import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/check-accessibility.ts';
import { refusal } from '../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../testing/render-panel.tsx';
import { aBundle, aCurrentPlan, aLogin, anotherBundle, anOrder } from '../testing/samples.ts';

const other = anotherBundle('bluebottle.shop', 2);
const third = anotherBundle('bluebottle.tea', 3);
const siteOnly = aCurrentPlan({ mailSuiteDetails: null, siteDetails: anOrder({ product: 'Site' }) });
const heading = page.getByRole('heading', { name: 'No mailboxes at bluebottle.coffee', level: 1 });
const mailboxes = page.getByRole('heading', { name: 'Mailboxes', level: 1 });

/** The active domain has only a site; every other domain has mail. */
function arrive(bundles = [aBundle(), other], options: PanelOptions = {}, path = '/email-accounts') {
  return renderPanel(path, {
    signedIn: true,
    ...options,
    handlers: {
      listBundles: () => ({ bundles }),
      switchBundle: () => aLogin({ bundles }),
      signOut: () => {
        throw refusal('INTERNAL_SERVER_ERROR');
      },
      readCurrentPlan: ({ bundleId }) => ({
        currentPlan: bundleId === aBundle().bundleId ? siteOnly : aCurrentPlan(),
      }),
    },
  });
}

test('a domain without mail offers the other domain, the switcher and the sign-out [SHL-01] [SHL-07] [ENT-11]', async () => {
  const { location } = await arrive();
  await expect.element(heading).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/product-not-found');
  await expect.element(page.getByRole('button', { name: /Switch to another domain$/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Ada Fields Account' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'help@harbour.test' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Go to bluebottle.shop' }).click();
  await expect.element(mailboxes).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.shop');
});

test('with several other domains it lists them [SHL-01] [SHL-07]', async () => {
  const { location } = await arrive([aBundle(), other, third]);
  await expect.element(page.getByRole('heading', { name: 'Your other domains' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('main').getByRole('button', { name: 'bluebottle.tea' }).click();
  await expect.element(mailboxes).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
});

test('the switcher leads from it to a domain with mail too [SHL-07]', async () => {
  const { location } = await arrive();
  await page.getByRole('button', { name: /Switch to another domain$/ }).click();
  await page.getByRole('button', { name: 'bluebottle.shop', exact: true }).click();
  await expect.element(mailboxes).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
});

test('without the frame the page itself has the sign-out [SHL-05] [ENT-11]', async () => {
  localStorage.setItem('view', 'widget');
  sessionStorage.clear();
  const { api } = await arrive([aBundle()], { keepStorage: true }, '/product-not-found');
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Go to/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => api.callsOf('signOut')).toHaveLength(1);
  localStorage.removeItem('view');
});

test('a domain with mail is redirected to its mailboxes [SHL-01]', async () => {
  const { location } = await renderPanel('/product-not-found', { signedIn: true });
  await expect.element(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your domain' }).click();
  await expect.element(mailboxes).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
});
