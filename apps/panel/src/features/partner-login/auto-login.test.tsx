import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const LINK = '/loginWithToken?jwt=a.b.c&partnerId=54&section=manage-dns';

test("a partner's link signs in once, says who, leads to its section, and leaves no token in the address [ENT-05] [ENT-06]", async () => {
  const { api, location } = await renderPanel(LINK, { handlers: { authenticateByJwt: () => aLogin() } });
  await expect.element(page.getByText(`You are signed in as ${aLogin().userEmail}.`)).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/manage-dns');
  expect(location().href).not.toContain('a.b.c');
  expect(api.callsOf('authenticateByJwt').map(({ input }) => input)).toEqual([{ jwt: 'a.b.c', partnerId: 54 }]);
});

test('a link that is used, too old or without a token says that it failed, and nothing more [ENT-06]', async () => {
  const refuse = (code: 'INVALID_JWT' | 'MISSING_JWT') => () => {
    throw refusal(code);
  };
  const { location } = await renderPanel(LINK, { handlers: { authenticateByJwt: refuse('INVALID_JWT') } });
  await expect.poll(() => location().href).toBe('/auto-login-error');
  const meanwhile = await renderPanel(LINK, {
    signedIn: aLogin(),
    handlers: { authenticateByJwt: refuse('INVALID_JWT') },
  });
  await expect.poll(() => meanwhile.location().href).toBe('/auto-login-error');
  const without = await renderPanel('/autoLogin', { handlers: { authenticateByJwt: refuse('MISSING_JWT') } });
  await expect.poll(() => without.location().href).toBe('/auto-login-error');
  expect(without.api.callsOf('authenticateByJwt').map(({ input }) => input)).toEqual([{ jwt: '', partnerId: 0 }]);
});

test('a visitor from a sanctioned country sees why, and can go back [ENT-06]', async () => {
  const { location } = await renderPanel('/partner/autoLogin?jwt=a.b.c&partnerId=54', {
    handlers: {
      authenticateByJwt: () => {
        throw refusal('OFAC_SANCTIONED_COUNTRY', { attrs: { countryName: 'Atlantis' } });
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: /Atlantis/ })).toHaveFocus();
  await page.getByRole('button').last().click();
  await expect.poll(() => location().pathname).toBe('/');
});
