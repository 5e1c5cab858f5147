// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import './create-app-password-modal.tsx';
import './delete-app-password-dialog.tsx';
import type { AppPassword } from '@postern/contract/app-passwords';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const MAY_4 = '2026-05-04T12:00:00.000Z';
const PASSWORD = 'k3f7q-2mzab-xw4ty-pl6sd';
const PHONE = [390, 844] as const;
const idOf = (number: number) => `00000000-0000-4000-9000-0000000000${String(number).padStart(2, '0')}`;
const called = (name: string, number = 1): AppPassword => ({ id: idOf(number), name, createdAt: MAY_4 });

type Options = {
  keepStorage?: boolean;
  isOn?: boolean;
  limit?: number;
  handlers?: Handlers;
  viewport?: readonly [number, number];
};

/** The page of an admin who signed in with a mailbox. */
async function openAppPasswords(appPasswords: AppPassword[], options: Options = {}) {
  const { isOn = false, limit = 20, handlers = {}, viewport = [1280, 860], keepStorage = false } = options;
  const opened = await renderPanel('/security', {
    signedIn: aLogin({ accountId: idOf(99) }),
    keepStorage,
    viewport,
    handlers: {
      readTotp: () => ({ enabledAt: isOn ? MAY_4 : null, recoveryCodesLeft: 10, askDespitePartner: false }),
      listAppPasswords: () => ({ appPasswords: [...appPasswords], limit }),
      createAppPassword: ({ name }) => ({ appPassword: called(name, 50), password: PASSWORD }),
      deleteAppPassword: () => ({}),
      ...handlers,
    },
  });
  await expect.element(page.getByRole('heading', { name: 'App passwords' })).toBeVisible();
  return opened;
}

const list = () => page.getByRole('list', { name: 'App passwords' });
const create = () => page.getByRole('button', { name: 'Create app password' });
const name = () => page.getByRole('textbox', { name: 'What is it for?' });
const submit = () => page.getByRole('button', { name: 'Create', exact: true });

test('where modals are pages, a dialog takes the place of the screen it was opened on, and the focus comes back [WID-01]', async () => {
  localStorage.setItem('view', 'widget');
  await openAppPasswords([called('Laptop')], { keepStorage: true });
  await create().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create an app password' })).toHaveFocus();
  await expect.element(page.getByRole('heading', { name: 'App passwords' })).not.toBeInTheDocument();
  await name().fill('My phone');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Discard what you typed?' })).toBeVisible();
  await expect.element(name()).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByRole('heading', { name: 'App passwords' })).toBeVisible();
  await expect.element(create()).toHaveFocus();
  localStorage.removeItem('view');
});

test('an app password is named, created, shown once, and then listed [MBX-08]', async () => {
  const { api } = await openAppPasswords([called('Laptop')]);
  await expectAccessible();
  await create().click();
  await submit().click();
  await expect.element(page.getByText('Give it a name.')).toBeVisible();
  await expect.element(name()).toHaveFocus();
  await name().fill('x'.repeat(61));
  await submit().click();
  await expect.element(page.getByText('Use at most 60 characters.')).toBeVisible();
  expect(api.callsOf('createAppPassword')).toEqual([]);
  await name().fill(' My phone ');
  await submit().click();
  const shown = page.getByRole('dialog', { name: 'Your app password' });
  await expect.element(shown.getByText(PASSWORD)).toBeVisible();
  await expect.element(shown.getByText(/password of ada@bluebottle.coffee/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shown).toBeVisible();
  await expectAccessible();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(PASSWORD)).not.toBeInTheDocument();
  await expect.element(list().getByRole('listitem').first()).toHaveTextContent('My phoneCreated on May 4, 2026');
  await expect.element(list().getByRole('listitem').nth(1)).toMatchTextContent(/^Laptop/);
  expect(api.callsOf('createAppPassword').map((call) => call.input)).toEqual([{ name: 'My phone' }]);
});

test('an app password is deleted after a question that names it, with the DELETE method [MBX-08]', async () => {
  const { api } = await openAppPasswords([called('Phone', 1), called('Laptop', 2)]);
  await page.getByRole('button', { name: 'Delete app password Phone' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Delete the app password “Phone”?' });
  await expect.element(ask).toBeVisible();
  await expectAccessible();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(ask).not.toBeInTheDocument();
  expect(api.callsOf('deleteAppPassword')).toEqual([]);
  await page.getByRole('button', { name: 'Delete app password Phone' }).click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect.element(list().getByRole('listitem')).toMatchTextContent(/^Laptop/);
  expect(api.callsOf('deleteAppPassword')[0]?.input).toMatchObject({ id: idOf(1) });
});

test('with a second factor and no app password yet, the page says that mail apps need one [MBX-08]', async () => {
  await openAppPasswords([], { isOn: true, viewport: PHONE });
  await expect.element(page.getByText(/mail apps no longer work with your own password/)).toBeVisible();
  await expectAccessible();
});

test('a full list shows a note instead of the button, and a refusal says why [MBX-08]', async () => {
  await openAppPasswords([called('w'.repeat(60))], { limit: 1, viewport: PHONE });
  await expect.element(page.getByText(/Delete one that you no longer use/)).toBeVisible();
  await expect.element(create()).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(PHONE[0]);
  await openAppPasswords([], {
    handlers: {
      createAppPassword: () => {
        throw refusal('APP_PASSWORD_LIMIT_REACHED', { attrs: { limit: 20 } });
      },
    },
  });
  await create().click();
  await name().fill('Phone');
  await submit().click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/already has the maximum of 20 app passwords/);
});
