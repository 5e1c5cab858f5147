import { PARTNER_IDS } from '@postern/domain/partners';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { leavePage } from '../../lib/leave-page.ts';
import { toastQueue } from '../../lib/toasts.ts';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, aPartner } from '../../testing/samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const LINK = '/loginWithToken?jwt=a.b.c&partnerId=54&section=manage-dns';

test("a partner's link signs in once, says who, leads to its section, and leaves no token in the address [ENT-05] [ENT-06]", async () => {
  const { api, location } = await renderPanel(LINK, { handlers: { authenticateByJwt: () => aLogin() } });
  await expect.element(page.getByText(`You are signed in as ${aLogin().userEmail}.`)).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/manage-dns');
  expect(location().href).not.toContain('a.b.c');
  expect(api.callsOf('authenticateByJwt').map(({ input }) => input)).toEqual([{ jwt: 'a.b.c', partnerId: 54 }]);
});

test("a link of a partner's installation names that instead of the partner [ENT-06]", async () => {
  const { api, location } = await renderPanel('/autoLogin?jwt=a.b.c&installId=12345', {
    handlers: { authenticateByJwt: () => aLogin() },
  });
  await expect.poll(() => location().pathname).not.toBe('/autoLogin');
  expect(api.callsOf('authenticateByJwt').map(({ input }) => input)).toEqual([{ jwt: 'a.b.c', serverId: '12345' }]);
});

test('a link that is used, too old or without a token says that it failed and why, and whose panel was open here is forgotten in this tab [ENT-06] [ENT-08] [SHL-09]', async () => {
  const refuse = (code: 'INVALID_JWT' | 'MISSING_JWT') => () => {
    throw refusal(code);
  };
  const show = vi.spyOn(toastQueue, 'show');
  const { location } = await renderPanel(LINK, { handlers: { authenticateByJwt: refuse('INVALID_JWT') } });
  await expect.poll(() => location().href).toBe('/auto-login-error');
  await expect.element(page.getByText('The link is no longer valid.', { exact: false })).toBeVisible();
  expect(show.mock.calls.flat()).toMatchObject([{ kind: 'error', durationMs: 2_000 }]);
  const meanwhile = await renderPanel(LINK, {
    signedIn: aLogin(),
    handlers: { authenticateByJwt: refuse('INVALID_JWT') },
  });
  await expect.poll(() => meanwhile.location().href).toBe('/auto-login-error');
  await expect.poll(() => sessionStorage.getItem('authToken')).toBeNull();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const without = await renderPanel('/autoLogin', { handlers: { authenticateByJwt: refuse('MISSING_JWT') } });
  await expect.poll(() => without.location().href).toBe('/auto-login-error');
  expect(without.api.callsOf('authenticateByJwt').map(({ input }) => input)).toEqual([{ jwt: '' }]);
});

test('a link that failed at the address of all partners names the support of its own partner; at a partner’s address it changes nothing [ENT-06] [BRD-01]', async () => {
  const failed = (hostPartner: number) =>
    renderPanel('/autoLogin?jwt=a.b.c&partnerId=72', {
      handlers: {
        authenticateByJwt: () => {
          throw refusal('INVALID_JWT');
        },
        readPartnerInfo: ({ partnerId = hostPartner }) => {
          const supportEmail = partnerId === 72 ? 'help@harbour.example' : 'help@host.example';
          return { ...aPartner(), partnerId, emails: { supportEmail } };
        },
      },
    });
  await failed(PARTNER_IDS.defaultBrand.production);
  await expect.element(page.getByRole('link', { name: 'help@harbour.example' })).toBeVisible();
  await failed(116);
  await expect.element(page.getByRole('link', { name: 'help@host.example' })).toBeVisible();
});

test('the token of a partner signs in as a JWT does, for the domain, person and partner that the link names [ENT-05] [ENT-08]', async () => {
  const { api, location } = await renderPanel(
    '/autoLogin?token=a-token&domain=bluebottle.coffee&email=ada%40bluebottle.coffee&partnerId=54&action=launchEmailCreation',
    { handlers: { authenticateByToken: () => aLogin() } },
  );
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('authenticateByToken').map(({ input }) => input)).toEqual([
    {
      ...{ externalToken: 'a-token', domainName: 'bluebottle.coffee' },
      ...{ email: 'ada@bluebottle.coffee', partnerId: 54 },
    },
  ]);
});

test('a person who wants to be asked for a code anyway is asked, and then arrives where the link leads [ENT-06]', async () => {
  const { api, location } = await renderPanel(LINK, {
    handlers: {
      authenticateByJwt: () => {
        throw refusal('TOTP_REQUIRED', { attrs: { challenge: 'sealed' } });
      },
      signInByTotp: () => aLogin(),
    },
  });
  await expect.element(page.getByText(/^Harbour Mail has signed you in, and your settings also ask/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123456');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => location().pathname).toBe('/manage-dns');
  expect(api.callsOf('signInByTotp').map(({ input }) => input)).toEqual([{ challenge: 'sealed', code: '123456' }]);
});

test('a purchase link of such a customer leads to the same question [ENT-06] [PUR-01]', async () => {
  const { api, location } = await renderPanel('/partner/purchase?jwt=a.b.c&partnerId=54', {
    handlers: {
      authenticatePurchase: () => {
        throw refusal('TOTP_REQUIRED', { attrs: { challenge: 'sealed' } });
      },
      signInByTotp: () => aLogin(),
    },
  });
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123456');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('authenticateByJwt')).toEqual([]);
});

test('the webmail signs its user in, in its language, and names the screen to open [ENT-07] [ENT-08]', async () => {
  const { api, location } = await renderPanel(
    '/webmail/autoLogin?token=signed&email=ada%40bluebottle.coffee&redirect=%2Fsecurity&locale=de-de',
    { handlers: { authenticateByWebmail: () => aLogin() } },
  );
  await expect.poll(() => location().href).toBe('/security');
  await expect.element(page.getByText(`Sie sind als ${aLogin().userEmail} angemeldet.`)).toBeVisible();
  expect(api.callsOf('authenticateByWebmail').map(({ input }) => input)).toEqual([
    { email: 'ada@bluebottle.coffee', webmailToken: 'signed' },
  ]);
});

test("the webmail gets its user back at an address of its own, and nobody else's [ENT-07]", async () => {
  const leave = vi.spyOn(leavePage, 'to').mockImplementation(() => {});
  const open = (redirect: string) =>
    renderPanel(`/webmail/autoLogin?token=signed&email=a&redirect=${encodeURIComponent(redirect)}`, {
      handlers: { authenticateByWebmail: () => aLogin() },
    });
  await open('https://webmail.harbour.test/inbox');
  await expect.poll(() => leave.mock.calls).toEqual([['https://webmail.harbour.test/inbox']]);
  const { location } = await open('https://evil.test/inbox');
  await expect.poll(() => location().href).toBe('/email-accounts');
  expect(leave).toHaveBeenCalledOnce();
});

test('a refusal of the webmail leads to the same page as any other [ENT-07] [ENT-08]', async () => {
  const { location } = await renderPanel('/webmail/autoLogin', {
    handlers: {
      authenticateByWebmail: () => {
        throw refusal('INVALID_TOKEN');
      },
    },
  });
  await expect.poll(() => location().href).toBe('/auto-login-error');
});

test('a visitor from a sanctioned country sees why, which is reported with the country, and can go back [ENT-06] [ENT-04] [EVT-01]', async () => {
  const { api, location } = await renderPanel('/partner/autoLogin?jwt=a.b.c&partnerId=54', {
    handlers: {
      authenticateByJwt: () => {
        throw refusal('OFAC_SANCTIONED_COUNTRY', { attrs: { countryName: 'Atlantis' } });
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: /Atlantis/ })).toHaveFocus();
  const events = () => api.callsOf('reportPreAuthEvent').map((call) => call.input);
  await expect.poll(events).toContainEqual({ name: 'ofac_login_denied', attrs: { country: 'Atlantis' } });
  expect(events().map((event) => event['name'])).not.toContain('login_failure');
  await page.getByRole('button').last().click();
  await expect.poll(() => location().pathname).toBe('/');
});
