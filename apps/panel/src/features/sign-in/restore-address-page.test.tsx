import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const ADA = 'ada@bluebottle.coffee';
const LINK = '/restore-address?token=123456789012345678901';
const undo = page.getByRole('button', { name: 'Undo the change' });

const change = (formerAddress: string | null): Handlers => ({
  readFormerAddress: () => ({
    ...{ email: ADA, formerAddress },
    ...{ changedAt: '2026-05-04T12:00:00.000Z', expiresAt: '2026-05-07T12:00:00.000Z' },
  }),
  restoreFormerAddress: () => ({ email: ADA }),
});

test('a mailed link undoes a change only when its button is pressed, leaves the address at once, and leads to a new password [ENT-09]', async () => {
  const { api, location } = await renderPanel(LINK, { handlers: change('ada@private.test') });
  await expect.element(undo).toBeVisible();
  await expect.poll(() => location().href).toBe('/restore-address');
  await expect
    .element(page.getByText(/On May\s4,\s2026, the alternate email of ada@bluebottle.coffee was changed/))
    .toBeVisible();
  await expect.element(page.getByText(/the links go to ada@private.test again/)).toBeVisible();
  await expectAccessible();
  expect(api.callsOf('restoreFormerAddress')).toEqual([]);
  await undo.click();
  await expect.element(page.getByRole('heading', { name: 'The change is undone' })).toHaveFocus();
  expect(api.callsOf('restoreFormerAddress').map(({ input }) => input)).toEqual([{ token: '123456789012345678901' }]);
  await expectAccessible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveValue(ADA);
});

test('the page says where there was no alternate email before [ENT-09]', async () => {
  await renderPanel(LINK, { handlers: change(null) });
  await expect.element(page.getByText(/ada@bluebottle.coffee has no alternate email again/)).toBeVisible();
});

test('a used or expired link leads to the login with the reason, before the question and after it [ENT-09]', async () => {
  const expired = () => {
    throw refusal('TOKEN_EXPIRED');
  };
  const { api, location } = await renderPanel(LINK, { handlers: { ...change(null), restoreFormerAddress: expired } });
  await undo.click();
  await expect.poll(() => location().pathname).toBe('/');
  await expect.element(page.getByText(/This link has expired or was already used/)).toBeVisible();
  expect(api.callsOf('restoreFormerAddress')).toHaveLength(1);
  const again = await renderPanel(LINK, { handlers: { readFormerAddress: expired } });
  await expect.poll(() => again.location().pathname).toBe('/');
});

test('without a connection the page says so, and tries again [ENT-09]', async () => {
  const { api } = await renderPanel(LINK, {
    handlers: {
      ...change(null),
      readFormerAddress: () => {
        throw noConnection();
      },
    },
  });
  await expect.element(page.getByText(/couldn't reach the server/)).toBeVisible();
  api.use(change('ada@private.test'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(undo).toBeVisible();
});
