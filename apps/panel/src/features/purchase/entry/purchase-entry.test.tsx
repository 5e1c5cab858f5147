import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../../testing/fake-api.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aLogin, aPartner } from '../../../testing/samples.ts';
import { aGoodServer, aPlan, aPurchaseAuth, LINK, someClaims } from '../testing/purchase-samples.ts';
import { heading, nextButton, openLink, LONG_WAIT, reload, toDetails } from '../testing/purchase-walk.ts';

const invalid = heading("This link doesn't open an order");
const denied = heading("This order can't be continued");
const apiFailure = page.getByText("That didn't work.", { exact: false });

test('the link is removed from the address before it is answered, and opens the checkout [PUR-01]', async () => {
  const hold = gate();
  const { api, location } = await openLink({
    handlers: {
      authenticatePurchase: async () => {
        await hold.closed;
        return aPurchaseAuth();
      },
    },
  });
  await page.getByText('Opening your order').findElement();
  await expect.poll(() => location().href, LONG_WAIT).toBe('/partner/purchase');
  await expectAccessible();
  hold.open();
  await heading('Business Pro for bluebottle.coffee').findElement();
  expect(api.callsOf('authenticatePurchase')[0]?.input).toEqual({ jwt: 'signed.by.partner', partnerId: 54 });
  expect(api.callsOf('fetchPlans')[0]?.headers.get('Authorization')).toBe('Bearer purchase-token');
  expect(sessionStorage.getItem('postern.purchase')).not.toContain('signed.by.partner');
  await expectAccessible();
});

test('a reload while the link is being opened opens it again [PUR-01]', async () => {
  await openLink({ handlers: { authenticatePurchase: () => new Promise<never>(() => {}) } });
  await expect.poll(() => sessionStorage.getItem('postern.purchase'), LONG_WAIT).toContain('signed.by.partner');
  await reload('/partner/purchase');
  await heading('Business Pro for bluebottle.coffee').findElement();
});

test('an answer without the login leads to the screen for a failed sign-in [PUR-01]', async () => {
  const { location } = await openLink({
    handlers: { authenticatePurchase: () => ({ flow: 'panel_login', params: {}, partnerInternalId: 54 }) },
  });
  await expect.poll(() => location().pathname, LONG_WAIT).toBe('/auto-login-error');
  await expect.poll(() => sessionStorage.getItem('authToken')).toBeNull();
  expect(sessionStorage.getItem('postern.purchase')).not.toContain('signed.by.partner');
});

test('a link without its token or its partner is invalid, and the server is not asked [PUR-01]', async () => {
  for (const path of ['/partner/purchase', '/partner/purchase?partnerId=54', '/partner/purchase?jwt=a.b.c']) {
    const { api } = await renderPanel(path, { handlers: aGoodServer() });
    await invalid.findElement();
    expect(api.callsOf('authenticatePurchase')).toEqual([]);
  }
  await expectAccessible();
});

test('a refused link shows the invalid-link screen with the support contacts, and a toast [PUR-01] [PUR-06]', async () => {
  await openLink({
    handlers: {
      authenticatePurchase: () => {
        throw refusal('INVALID_JWT');
      },
    },
  });
  await invalid.findElement();
  await expect.element(apiFailure).toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:help@harbour.test');
  await expect.element(page.getByRole('link', { name: 'help@harbour.test' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a visitor from a sanctioned country sees why, with whom to write to, and not that the link is bad; it is reported, and the link is still good [PUR-01] [ENT-04]', async () => {
  const { api, location } = await openLink({
    handlers: {
      authenticatePurchase: () => {
        throw refusal('OFAC_SANCTIONED_COUNTRY', { attrs: { countryName: 'Atlantis' } });
      },
    },
  });
  await expect.element(heading("We can't offer this service in Atlantis")).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'help@harbour.test' })).toBeVisible();
  await expect.element(invalid).not.toBeInTheDocument();
  await expect.element(apiFailure).not.toBeInTheDocument();
  await expect
    .poll(() => api.callsOf('reportPreAuthEvent').map((call) => call.input))
    .toContainEqual({ name: 'ofac_login_denied', attrs: { country: 'Atlantis' } });
  await expectAccessible();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect.poll(() => location().pathname).toBe('/');
  await reload('/partner/purchase');
  await heading('Business Pro for bluebottle.coffee').findElement();
});

test('a link that got no answer can be tried again [PUR-01]', async () => {
  const { api } = await openLink({
    handlers: {
      authenticatePurchase: () => {
        throw noConnection();
      },
    },
  });
  await invalid.findElement();
  await expect.element(apiFailure).toBeInTheDocument();
  api.use({ authenticatePurchase: () => aPurchaseAuth() });
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading('Business Pro for bluebottle.coffee').findElement();
});

test('a denied purchase says so, with the support contacts [PUR-01] [PUR-06]', async () => {
  await openLink({
    handlers: { authenticatePurchase: () => ({ flow: 'purchase_denied', params: {}, partnerInternalId: 54 }) },
  });
  await denied.findElement();
  await expect.element(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await expect.element(page.getByText('Or write to help@harbour.test.')).toBeVisible();
  await expectAccessible();
});

test('a purchase without its token is denied like any other answer [PUR-01]', async () => {
  await openLink({
    handlers: { authenticatePurchase: () => ({ flow: 'purchase', params: {}, partnerInternalId: 54 }) },
  });
  await denied.findElement();
});

test('an existing customer is signed in with the view that the link names, and gets the panel [PUR-01]', async () => {
  const { location } = await openLink({
    handlers: {
      authenticatePurchase: () => ({
        flow: 'panel_login',
        params: { token: 'token-of-ada', login: aLogin(), config: 'widget' },
        partnerInternalId: 54,
      }),
      listMailboxes: () => ({ accounts: [], nextCursor: null, total: 0 }),
    },
  });
  await expect.poll(() => location().pathname, LONG_WAIT).not.toBe('/partner/purchase');
  await expect.poll(() => sessionStorage.getItem('authToken')).toBe('token-of-ada');
  await expect.poll(() => localStorage.getItem('view')).toBe('widget');
});

test('inside a partner’s page an existing customer gets the panel as a part of that page, whatever led into it [PUR-01] [WID-01]', async () => {
  const login = aLogin();
  const handlers = {
    authenticatePurchase: () => ({
      flow: 'panel_login' as const,
      params: { token: login.token, login, config: 'generic' as const },
      partnerInternalId: 54,
    }),
    authenticateByToken: () => login,
  };
  for (const path of [LINK, '/autoLogin?token=once&domain=bluebottle.coffee']) {
    const { location } = await renderPanel(path, { isFramed: true, handlers: { ...aGoodServer(), ...handlers } });
    await heading('Email for bluebottle.coffee').findElement();
    expect([path, location().pathname]).toEqual([path, '/home']);
    expect(page.getByRole('navigation').elements()).toEqual([]);
  }
});

test('a plan that is not sold shows the reload screen [PUR-06]', async () => {
  await openLink({ handlers: { fetchPlans: () => ({ plans: [aPlan({ type: 'other' })], taxes: [] }) } });
  await heading("We couldn't load your plan").findElement();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expectAccessible();
});

test('the checkout uses the language of the link until the buyer chooses another one [PUR-08]', async () => {
  const inGerman = () => aPurchaseAuth({ claims: someClaims({ locale: 'de' }) });
  await openLink({
    handlers: {
      authenticatePurchase: () => {
        localStorage.removeItem('postern.locale');
        sessionStorage.removeItem('lang');
        return inGerman();
      },
    },
  });
  await heading('Business Pro für bluebottle.coffee').findElement();
  await openLink({ locale: 'en', handlers: { authenticatePurchase: inGerman } });
  await heading('Business Pro for bluebottle.coffee').findElement();
});

test('another purchase starts empty, the same one keeps what was chosen [PUR-01]', async () => {
  await openLink();
  await page.getByRole('button', { name: 'One mailbox more' }).click();
  await page.getByRole('radio', { name: /Every month/ }).click();
  await reload(LINK);
  await expect.element(page.getByRole('spinbutton', { name: 'Mailboxes' })).toHaveValue('2');
  await expect.element(page.getByRole('radio', { name: /Every month/ })).toBeChecked();
  const claims = someClaims({ domainName: 'redbottle.coffee' });
  await reload(LINK, { handlers: { authenticatePurchase: () => aPurchaseAuth({ claims }) } });
  await heading('Business Pro for redbottle.coffee').findElement();
  await expect.element(page.getByRole('spinbutton', { name: 'Mailboxes' })).toHaveValue('1');
});

test('the checkout shows the partner of the link, even to a person who is signed in with another one [PUR-02]', async () => {
  await openLink({
    signedIn: true,
    handlers: {
      authenticatePurchase: () => ({ ...aPurchaseAuth(), partnerInternalId: 77 }),
      readPartnerInfo: (which) =>
        which.partnerId === 77 ? aPartner({ partnerId: 77, companyName: 'North Hosting' }) : aPartner(),
    },
  });
  await heading('Business Pro for bluebottle.coffee').findElement();
  await expect.element(page.getByText('North Hosting')).toBeVisible();
});

test('three steps show the progress, with a back link on the second and third [PUR-02]', async () => {
  await openLink();
  const states = () =>
    page
      .getByRole('list', { name: 'Steps of the checkout' })
      .getByRole('listitem')
      .elements()
      .map((item) => (item as HTMLElement).dataset['state']);
  await nextButton.findElement();
  expect(states()).toEqual(['current', 'untouched', 'untouched']);
  await expect.element(page.getByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  await toDetails();
  expect(states()).toEqual(['completed', 'current', 'untouched']);
  await expect.element(heading('Your details')).toHaveFocus();
  await page.getByRole('button', { name: 'Back' }).click();
  await heading('Business Pro for bluebottle.coffee').findElement();
  expect(states()).toEqual(['current', 'untouched', 'untouched']);
});

test('the payment step can not be reached before the details are saved [PUR-02]', async () => {
  await openLink();
  await nextButton.findElement();
  await reload('/partner/purchase?step=payment');
  await heading('Your details').findElement();
});
