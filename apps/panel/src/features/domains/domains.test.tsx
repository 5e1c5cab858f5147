import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, anotherBundle, aSmallBusinessPartner } from '../../testing/samples.ts';

const bundles = [anotherBundle('bluebottle.coffee', 1), anotherBundle('second.example', 2)];
const login = () => aLogin({ bundles });
const served = {
  readPartnerInfo: () => aSmallBusinessPartner(),
  listBundles: () => ({ bundles }),
  signIn: login,
  switchBundle: () => login(),
};
const heading = page.getByRole('heading', { name: 'Your domains', level: 1 });
const second = page.getByRole('button', { name: /second\.example/ });

async function signIn(path: string, handlers: Parameters<typeof renderPanel>[1] = {}) {
  const opened = await renderPanel(path, { handlers: { ...served, ...handlers.handlers } });
  await page.getByLabelText('Email').fill('ada@bluebottle.coffee');
  await page.getByLabelText('Password', { exact: true }).fill('Blue-Door-7');
  await page.getByRole('button', { name: 'Sign in' }).click();
  return opened;
}

test('a small-business customer with two domains chooses one after the sign-in, and finds the other again [SHL-07] [BRD-01]', async () => {
  const { api, location } = await signIn('/');
  await expect.element(heading).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /bluebottle\.coffee/ }))
    .toHaveAttribute('aria-current', 'true');
  await expectAccessible();
  await second.click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('switchBundle').map((call) => call.input)).toEqual([{ bundleId: bundles[1]!.bundleId }]);
  await page.getByRole('link', { name: /All domains/ }).click();
  await expect.element(heading).toBeVisible();
});

test('a sign-in for a certain screen opens it without asking for the domain, and the general brand never asks [SHL-07]', async () => {
  const asked = await signIn('/?url=%2Fcatch-all-email');
  await expect.poll(() => asked.location().pathname).toBe('/catch-all-email');
  const general = await signIn('/', {
    handlers: { readPartnerInfo: () => ({ ...aSmallBusinessPartner(), brand: 'general' }) },
  });
  await expect.poll(() => general.location().pathname).toBe('/email-accounts');
});

test('a domain that can’t be opened says why, and the list stays [SHL-07]', async () => {
  await signIn('/', {
    handlers: {
      switchBundle: () => {
        throw refusal('SERVICE_UNAVAILABLE');
      },
    },
  });
  await second.click();
  await expect.element(page.getByText("We'll be back in a moment.", { exact: false })).toBeVisible();
  await expect.element(heading).toBeVisible();
});
