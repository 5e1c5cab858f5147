import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aDomainElsewhere } from '../../testing/sample-domain.ts';
import { aLogin } from '../../testing/samples.ts';

let opened = 0;
const button = () => page.getByRole('button', { name: 'Connect automatically' });

/** Opens the set-up page of a domain whose provider supports Domain Connect, or doesn't. */
async function openSetUp(isDomainConnectDomain: boolean, options: PanelOptions & { path?: string } = {}) {
  opened += 1;
  const data = { ...aDomainElsewhere(), isDomainConnectDomain };
  return renderPanel(options.path ?? '/domain-verification', {
    signedIn: aLogin({ token: `connect-${opened}` }),
    ...options,
    handlers: { readDomainConnection: () => data, checkDomain: () => data, ...options.handlers },
  });
}

test('Domain Connect is offered only if the provider supports it, and a refusal of the server is shown [VER-03]', async () => {
  const { api } = await openSetUp(true, {
    handlers: {
      startDomainConnect: () => {
        throw refusal('DOMAIN_CONNECT_UNAVAILABLE');
      },
    },
  });
  await expect.element(button()).toBeVisible();
  await expectAccessible();
  await button().click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Enter them there yourself/);
  expect(api.callsOf('startDomainConnect')).toHaveLength(1);
  await openSetUp(false);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(button()).not.toBeInTheDocument();
});

test('on return from the provider the domain is checked, and a refusal there is shown [VER-03]', async () => {
  const { api } = await openSetUp(true, {
    path: '/domain-verification?source=domain-connect&error=access_denied',
    viewport: [390, 844],
  });
  await expect.element(page.getByText(/You came back without agreeing/)).toBeVisible();
  await expect.poll(() => api.callsOf('checkDomain').length).toBeGreaterThanOrEqual(1);
  await expectAccessible();
});
