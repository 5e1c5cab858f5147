import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { leavePage } from '../../lib/leave-page.ts';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aPartner } from '../../testing/samples.ts';

const left: string[] = [];
beforeEach(() => {
  left.length = 0;
  vi.spyOn(leavePage, 'to').mockImplementation((url) => void left.push(url));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const WANTED = '/partner/provision?domain=lind.example&redirect=https%3A%2F%2Fharbour.test%2Fthanks';
const SITE = 'https://harbour.test/start?domain=lind.example&redirect=https%3A%2F%2Fharbour.test%2Fthanks';

test('a customer goes to the sign-up site with a code, and with nothing else about them [ENT-10]', async () => {
  const { api } = await renderPanel(WANTED, {
    signedIn: true,
    handlers: { createProvisionCode: () => ({ url: 'https://harbour.test/start?code=once' }) },
  });
  await expect.poll(() => left).toEqual(['https://harbour.test/start?code=once']);
  expect(api.callsOf('createProvisionCode').map(({ input }) => input)).toEqual([
    { domain: 'lind.example', redirect: 'https://harbour.test/thanks' },
  ]);
});

test('a visitor with a domain signs up there, or signs in and comes back with it [ENT-10]', async () => {
  const { location } = await renderPanel(WANTED);
  await expect.element(page.getByText('Sign in, and lind.example is added to your account.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: "I'm new here" })).toHaveAttribute('href', SITE);
  await expectAccessible();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(new URLSearchParams(location().search).get('url')).toBe(WANTED);
  expect(left).toEqual([]);
});

test("a person who pressed sign-up continues at once, in the look of the link's partner [ENT-01] [ENT-10]", async () => {
  const urls = { ...aPartner().urls, signUp: 'https://north.test/new' };
  await renderPanel('/partner/provision?partnerID=77', {
    handlers: { readPartnerInfo: ({ partnerId = 54 }) => aPartner(partnerId === 77 ? { partnerId, urls } : {}) },
  });
  await expect.poll(() => left).toEqual(['https://north.test/new']);
});

test('who may not order is told whom to ask; where nobody can sign up, whom to write to [ENT-10]', async () => {
  const refuse = (code: 'NOT_AUTHORIZED' | 'NOT_FOUND') => () => {
    throw refusal(code);
  };
  await renderPanel(WANTED, { signedIn: true, handlers: { createProvisionCode: refuse('NOT_AUTHORIZED') } });
  await expect.element(page.getByRole('heading', { name: 'Only the owner can order' })).toBeVisible();
  await expectAccessible();
  await renderPanel(WANTED, { signedIn: true, handlers: { createProvisionCode: refuse('NOT_FOUND') } });
  await expect.element(page.getByRole('heading', { name: "You can't sign up here" })).toBeVisible();
  const urls = { ...aPartner().urls, signUp: null };
  await renderPanel(WANTED, { handlers: { readPartnerInfo: () => aPartner({ urls }) } });
  await expect.element(page.getByRole('link', { name: 'help@harbour.test' }).first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: "You can't sign up here" })).toBeVisible();
});

test('without an answer it can be tried again [ENT-10]', async () => {
  let tries = 0;
  await renderPanel(WANTED, {
    signedIn: true,
    handlers: {
      createProvisionCode: () => {
        if (++tries === 1) throw noConnection();
        return { url: 'https://harbour.test/start?code=twice' };
      },
    },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => left).toEqual(['https://harbour.test/start?code=twice']);
});
