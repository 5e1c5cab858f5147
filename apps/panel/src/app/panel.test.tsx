import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { aBundle, aLogin, anotherBundle, aPartner, aSmallBusinessPartner } from '../testing/samples.ts';

const loginHeading = page.getByRole('heading', { name: 'Sign in', exact: true });

test('a visitor without a session signs in first, and then gets the screen they asked for [SHL-02]', async () => {
  const { location } = await renderPanel('/email_accounts?q=ada');
  await expect.element(loginHeading).toBeVisible();
  await expect.poll(() => location().href).toBe('/?url=%2Femail_accounts%3Fq%3Dada');
});

test('an unknown path says so and leads to the login [SHL-01]', async () => {
  const { location } = await renderPanel('/no/such/page');
  await expect.element(page.getByRole('heading', { name: 'Page Not Found.' })).toBeVisible();
  expect(document.title).toBe('Page Not Found. · Harbour Mail');
  await expectAccessible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect.element(loginHeading).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
});

test('a product that is not owned has its own page [SHL-01]', async () => {
  await renderPanel('/product-not-found');
  await expect.element(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
  await expectAccessible();
});

test('a signed-in person who opens the login is sent to their domain [SHL-02]', async () => {
  const { location } = await renderPanel('/login', { signedIn: true });
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  await expect.element(page.getByRole('link', { name: 'Mailboxes' }).first()).toHaveAttribute('aria-current', 'page');
});

test('the start asks for partner and bundles at once, then for the plan of the active one [SHL-09]', async () => {
  const answers = gate();
  const asked: string[] = [];
  const heldBack = async (id: string) => {
    asked.push(id);
    await answers.closed;
  };
  const panel = renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      readPartnerInfo: () => heldBack('readPartnerInfo').then(() => aPartner()),
      listBundles: () => heldBack('listBundles').then(() => ({ bundles: [aBundle()] })),
    },
  });
  await expect.poll(() => [...asked].sort()).toEqual(['listBundles', 'readPartnerInfo']);
  answers.open();
  const { api } = await panel;
  await expect.element(page.getByText('Business Pro, yearly').first()).toBeInTheDocument();
  const plan = api.callsOf('readCurrentPlan').at(-1);
  expect(plan?.input).toEqual({ bundleId: aBundle().bundleId, domainName: 'bluebottle.coffee' });
  expect(plan?.headers.get('Authorization')).toBe('Bearer token-of-ada');
});

test('a session without bundles is signed out with a toast [SHL-09]', async () => {
  const { location } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: { listBundles: () => ({ bundles: [] }) },
  });
  await expect.element(loginHeading).toBeVisible();
  await expect.element(page.getByText('This account has no domains any more.', { exact: false })).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
  await expect.poll(() => sessionStorage.getItem('authToken')).toBeNull();
});

test('a plan that fails for a domain without orders signs out [SHL-09]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      listBundles: () => ({ bundles: [aBundle({ orders: [] })] }),
      readCurrentPlan: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(loginHeading).toBeVisible();
  await expect
    .element(page.getByText("We couldn't load your plan, so we signed you out.", { exact: false }))
    .toBeVisible();
});

test('any other failure of the start is shown with its reason and a way out [SHL-09]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      readCurrentPlan: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't open your panel" })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expectAccessible();
});

test('if the partner cannot be read, the reason and a retry are shown instead of the login [SHL-09]', async () => {
  await renderPanel('/', {
    handlers: {
      readPartnerInfo: () => {
        throw noConnection();
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't open your panel" })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible();
});

test('a 401 on any call leads to the login, says that the session has ended, and remembers the screen [ENT-12]', async () => {
  const { location } = await renderPanel('/email-accounts?page=2', {
    signedIn: true,
    handlers: {
      listBundles: () => {
        throw refusal('UNAUTHENTICATED');
      },
    },
  });
  await expect.element(loginHeading).toBeVisible();
  await expect.element(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('authToken')).toBeNull();
  expect(location().href).toBe('/?url=%2Femail-accounts%3Fpage%3D2');
});

test('a domain switch makes the other domain the active one and reads its plan [SHL-07]', async () => {
  const other = anotherBundle('bluebottle.shop', 2);
  const { api } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      listBundles: () => ({ bundles: [aBundle(), other] }),
      switchBundle: () => aLogin({ bundles: [aBundle(), other] }),
    },
  });
  await page.getByRole('button', { name: /^bluebottle\.coffee.*Switch to another domain$/ }).click();
  await expect
    .element(page.getByRole('button', { name: 'bluebottle.coffee', exact: true }))
    .toHaveAttribute('aria-current', 'true');
  await expectAccessible();
  await page.getByRole('button', { name: 'bluebottle.shop', exact: true }).click();
  await expect
    .element(page.getByRole('button', { name: /^bluebottle\.shop.*Switch to another domain$/ }))
    .toBeVisible();
  expect(api.callsOf('readCurrentPlan').at(-1)?.input['domainName']).toBe('bluebottle.shop');
  await expect.poll(() => sessionStorage.getItem('bundleId')).toBe(other.bundleId);
});

test('the small-business brand shows the current domain only [SHL-07] [BRD-01]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      readPartnerInfo: () => aSmallBusinessPartner(),
      listBundles: () => ({ bundles: [aBundle(), anotherBundle('bluebottle.shop', 2)] }),
    },
  });
  await expect.element(page.getByText('bluebottle.coffee').first()).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Switch to another domain/ })).not.toBeInTheDocument();
});

test('a sign-out that fails keeps the session and says so [ENT-11]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      signOut: () => {
        throw refusal('INTERNAL_SERVER_ERROR');
      },
    },
  });
  await page.getByRole('button', { name: 'Ada Fields Account' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(page.getByText('Something went wrong while logging out. Please try again later.')).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('authToken')).toBe('token-of-ada');
});

test('on a phone the side bar opens from the top bar and closes with Escape [SHL-05]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    viewport: [390, 844],
  });
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  await expect.element(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
});

test('the mobile view opens its own home in a wide window, too [SHL-02] [MOB-01]', async () => {
  localStorage.setItem('view', 'mobile');
  const { location } = await renderPanel('/', { signedIn: true, keepStorage: true });
  await expect.element(page.getByRole('link', { name: 'Manage mailboxes' })).toBeVisible();
  expect(location().pathname).toBe('/mobile-home');
  localStorage.removeItem('view');
});

test('being offline is shown until the connection is back [SHL-11]', async () => {
  await renderPanel('/');
  window.dispatchEvent(new Event('offline'));
  await expect.element(page.getByText('You are offline.', { exact: false })).toBeVisible();
  await expectAccessible();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('You are online again.')).toBeVisible();
});

test('the redirection source is reported with the start and removed from the URL [SHL-10]', async () => {
  const { api, location } = await renderPanel('/?redirectionSource=partner-mail&email=ada%40bluebottle.coffee');
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@bluebottle.coffee');
  await expect
    .poll(() => api.callsOf('reportPreAuthEvent')[0]?.input)
    .toEqual({
      name: 'app_start',
      attrs: { redirectionSource: 'partner-mail' },
    });
  await expect.poll(() => location().href).toBe('/');
});
