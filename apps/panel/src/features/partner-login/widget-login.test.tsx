import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aHostPage, HOST } from '../../testing/host-page.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

let host: ReturnType<typeof aHostPage>;
beforeEach(() => {
  host = aHostPage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ENTRY = '/partner/cpWidget?partnerId=54';
const TOKEN = { type: 'token', token: 'once', domain: 'bluebottle.coffee', partnerId: 54 } as const;
const home = page.getByRole('heading', { level: 1, name: 'Email for bluebottle.coffee' });
const handlers = { authenticateByToken: () => aLogin() };

test('the page around the panel signs a person in with a token that it sends, and the address never contains it [WID-01] [ENT-05]', async () => {
  const { api, location } = await renderPanel(ENTRY, { isFramed: true, handlers });
  await host.greet();
  await expect.poll(host.types).toContain('token-needed');
  expect(host.types()[0]).toBe('ready');
  host.say(TOKEN);
  await expect.element(home).toBeVisible();
  expect(location().href).toBe('/home');
  const [{ input } = { input: {} }] = api.callsOf('authenticateByToken');
  expect(input).toMatchObject({ externalToken: 'once', domainName: 'bluebottle.coffee', partnerId: 54 });
});

test('a token in the address works once and leaves it; other windows and origins are not obeyed [WID-01]', async () => {
  const { location } = await renderPanel(`${ENTRY}&token=once&domain=bluebottle.coffee`, { isFramed: true, handlers });
  await expect.element(home).toBeVisible();
  expect(location().href).toBe('/home');
  await host.greet();
  host.say({ type: 'navigate', path: '/internal-forward' }, { origin: 'https://evil.test' });
  host.say({ type: 'navigate', path: '/internal-forward' }, { source: window });
  host.say({ type: 'navigate', path: '//evil.test/x' });
  host.say({ type: 'navigate', path: '/partner/cpWidget?token=other' });
  expect(location().href).toBe('/home');
  host.say({ type: 'navigate', path: '/activity' });
  await expect.poll(() => location().pathname).toBe('/activity');
  expect(host.heard().every(({ to }) => to === HOST || to === window.location.origin)).toBe(true);
});

test('a token that no longer works is asked for once more, then the person is told what to do [WID-01] [ENT-05]', async () => {
  let tries = 0;
  const refuse = () => {
    tries += 1;
    throw refusal('INVALID_TOKEN');
  };
  await renderPanel(ENTRY, { isFramed: true, handlers: { authenticateByToken: refuse } });
  const answers = setInterval(() => host.say(TOKEN), 50);
  await host.greet();
  await expect.element(page.getByRole('heading', { name: "We couldn't sign you in" })).toBeVisible();
  clearInterval(answers);
  expect(tries).toBe(2);
  await expect.element(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('target', '_blank');
  await expectAccessible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => host.types().filter((type) => type === 'token-needed').length).toBe(3);
});

test('a session that ends is begun anew by the page around the panel, at the screen that was open [WID-01] [ENT-12]', async () => {
  let isOver = false;
  const { location } = await renderPanel('/partner/cpWidget?token=once&domain=bluebottle.coffee', {
    isFramed: true,
    handlers: {
      ...handlers,
      fetchImportTasks: () => {
        if (isOver) throw refusal('UNAUTHENTICATED');
        return { tasks: [] };
      },
    },
  });
  await host.greet();
  await expect.element(home).toBeVisible();
  isOver = true;
  host.say({ type: 'navigate', path: '/import-email' });
  await expect.poll(host.types).toContain('session-ended');
  await expect.poll(host.types).toContain('token-needed');
  isOver = false;
  host.say({ ...TOKEN, token: 'second' });
  await expect.poll(() => location().pathname).toBe('/import-email');
  await expect.element(page.getByRole('link', { name: 'Home' })).toBeVisible();
  expect(host.types(), 'nobody is told to sign in again').not.toContain('toast');
  await expect.element(page.getByText(/Your session has ended/)).not.toBeInTheDocument();
});

test('where the page around the panel has no token the person is told at once, and may try again [WID-01]', async () => {
  await renderPanel(ENTRY, { isFramed: true, handlers });
  await host.greet();
  await expect.poll(host.types).toContain('token-needed');
  host.say({ type: 'no-token' });
  // Less than the panel waits for a page that says nothing.
  await expect
    .poll(() => page.getByRole('heading', { name: "We couldn't sign you in" }).query(), { timeout: 5_000 })
    .not.toBeNull();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => host.types().filter((type) => type === 'token-needed').length).toBe(2);
  host.say(TOKEN);
  await expect.element(home).toBeVisible();
});

test('in a tab of its own the widget has no sign-in but the usual one [WID-01]', async () => {
  const { location } = await renderPanel(ENTRY);
  await expect.poll(() => location().pathname).toBe('/');
});
