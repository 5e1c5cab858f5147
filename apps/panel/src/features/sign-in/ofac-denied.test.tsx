import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aPartner } from '../../testing/samples.ts';

const denied = () => {
  throw refusal('OFAC_SANCTIONED_COUNTRY', { attrs: { countryName: 'North Korea' } });
};
const GUIDE = 'https://harbour.test/sanctions';
const withGuide = () => aPartner({ urls: { ...aPartner().urls, ofacSanctionGuide: GUIDE } });

async function signInFromThere(options: PanelOptions = {}) {
  const opened = await renderPanel('/', { ...options, handlers: { signIn: denied, ...options.handlers } });
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@bluebottle.coffee');
  await page.getByLabelText('Password', { exact: true }).fill('Blue-Door-7');
  await page.getByRole('button', { name: 'Sign in' }).click();
  return opened;
}

test('a visitor from a sanctioned country sees the reason instead of the form, with the guide and the support address [ENT-04]', async () => {
  await signInFromThere({ handlers: { readPartnerInfo: withGuide } });
  const heading = page.getByRole('heading', { level: 1, name: "We can't offer this service in North Korea" });
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByLabelText('Password', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Read about these rules' })).toHaveAttribute('href', GUIDE);
  await expect
    .element(page.getByRole('link', { name: 'help@harbour.test' }))
    .toHaveAttribute('href', 'mailto:help@harbour.test');
  await expectAccessible();
});

test('the denial is reported with its country, and not as a failed sign-in [ENT-04] [EVT-01]', async () => {
  const { api } = await signInFromThere();
  await page.getByRole('heading', { name: /North Korea/ }).findElement();
  const events = () => api.callsOf('reportPreAuthEvent').map((call) => call.input);
  await expect.poll(events).toContainEqual({ name: 'ofac_login_denied', attrs: { country: 'North Korea' } });
  expect(events().map((event) => event['name'])).not.toContain('login_failure');
});

test('without a guide of the partner its link is left out, and the back button shows the form again [ENT-04]', async () => {
  await signInFromThere();
  await expect.element(page.getByRole('heading', { name: /North Korea/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Read about these rules' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});
