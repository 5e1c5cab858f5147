import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const ADA = 'ada@bluebottle.coffee';
const LINK = '/keep-account?token=123456789012345678901';
const keep = page.getByRole('button', { name: 'Keep my account' });
const planned = () => ({ email: ADA, askedAt: '2026-05-04T12:00:00.000Z', dueAt: '2026-05-18T12:00:00.000Z' });

test('a mailed link keeps the account only when its button is pressed, leaves the address at once, and leads to a new password', async () => {
  const { api, location } = await renderPanel(LINK, {
    handlers: { readErasureOfLink: planned, cancelErasureOfLink: () => ({ email: ADA }) },
  });
  await expect.element(page.getByText(/will be erased on May\s18,\s2026/)).toBeVisible();
  await expect.poll(() => location().href).toBe('/keep-account');
  await expectAccessible();
  expect(api.callsOf('cancelErasureOfLink')).toEqual([]);
  await keep.click();
  await expect.element(page.getByRole('heading', { name: 'Your account stays' })).toHaveFocus();
  expect(api.callsOf('cancelErasureOfLink').map(({ input }) => input)).toEqual([{ token: '123456789012345678901' }]);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveValue(ADA);
});

test('a link that is too late leads to the login with the reason', async () => {
  const { location } = await renderPanel(LINK, {
    handlers: {
      readErasureOfLink: () => {
        throw refusal('TOKEN_EXPIRED');
      },
    },
  });
  await expect.poll(() => location().pathname).toBe('/');
  await expect.element(page.getByText(/This link has expired or was already used/)).toBeVisible();
});
