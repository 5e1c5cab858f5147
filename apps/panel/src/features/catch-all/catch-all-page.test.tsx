import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';
import { servingChoices } from '../../testing/serving-choices.ts';

const PHONE = [390, 844] as const;
let opened = 0;

/** Opens the page in front of a server that stores the catch-all. */
async function openCatchAll(
  email: string | null,
  { path = '/catch-all-email', ...options }: PanelOptions & { path?: string } = {},
) {
  opened += 1;
  let kept = email;
  return await renderPanel(path, {
    signedIn: aLogin({ token: `catch-all-${opened}` }),
    ...options,
    handlers: {
      ...servingChoices(['ada', 'bert', 'orders']),
      readCatchAll: () => ({ email: kept }),
      setCatchAll: (input) => {
        kept = input.email;
        return { email: kept };
      },
      removeCatchAll: () => {
        kept = null;
        return { email: kept };
      },
      ...options.handlers,
    },
  });
}
const ORDERS = 'orders@bluebottle.coffee';
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name });
const field = () => page.getByRole('combobox', { name: 'Deliver to' });

test('without a catch-all the screen says what happens to mail for unknown addresses [CAT-01]', async () => {
  await openCatchAll(null);
  await expect.element(heading('Mail to unknown addresses is sent back')).toBeVisible();
  await expect.element(page.getByText(/The catch-all only gets mail that no other address matches/)).toBeVisible();
  await expect.element(button('Remove catch-all')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a mailbox is found by name, and set [CAT-01]', async () => {
  const { api } = await openCatchAll(null);
  await button('Set catch-all').click();
  await expect.element(field()).toHaveFocus();
  await field().fill('orders of');
  await page.getByRole('option', { name: /orders@/ }).click();
  await expectAccessible();
  await button('Set catch-all').click();
  await expect.element(heading('Mail to unknown addresses goes to orders@bluebottle.coffee')).toBeVisible();
  await expect.element(page.getByText('orders@bluebottle.coffee now takes mail to unknown addresses.')).toBeVisible();
  expect(api.callsOf('setCatchAll').map((call) => call.input)).toEqual([{ email: ORDERS }]);
});

test('only an existing mailbox can be chosen, and choosing none is reported at the field [CAT-01]', async () => {
  const { api } = await openCatchAll(null);
  await button('Set catch-all').click();
  await field().fill('zoe');
  await expect.element(page.getByText(/No mailbox at bluebottle.coffee matches/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button('Set catch-all').click();
  await expect.element(page.getByText('Choose a mailbox.')).toBeVisible();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expect(api.callsOf('setCatchAll')).toEqual([]);
});

test('another mailbox replaces the previous one, and cancelling changes nothing [CAT-01]', async () => {
  const { api } = await openCatchAll(ORDERS, { path: '/catch_all_email' });
  await button('Choose another mailbox').click();
  await expect.element(field()).toHaveValue(ORDERS);
  await button('Cancel').click();
  expect(api.callsOf('setCatchAll')).toEqual([]);
  await button('Choose another mailbox').click();
  await field().fill('bert');
  await page.getByRole('option', { name: /bert@/ }).click();
  await button('Save').click();
  await expect.element(heading('Mail to unknown addresses goes to bert@bluebottle.coffee')).toBeVisible();
});

test('a mailbox that was deleted meanwhile is refused at its field [CAT-01]', async () => {
  await openCatchAll(null, {
    handlers: {
      setCatchAll: () => {
        throw refusal('VALIDATION_FAILED', {
          attrs: { fields: [{ path: 'email', code: 'ADDRESS_NOT_FOUND', message: '' }] },
        });
      },
    },
  });
  await button('Set catch-all').click();
  await field().fill('bert');
  await page.getByRole('option', { name: /bert@/ }).click();
  await button('Set catch-all').click();
  await expect.element(page.getByText('This mailbox no longer exists. Choose another one.')).toBeVisible();
  await expect.element(field()).toHaveFocus();
});

test('the catch-all is removed after a question that says what is lost [CAT-01]', async () => {
  const { api } = await openCatchAll(ORDERS);
  await button('Remove catch-all').click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove the catch-all?' });
  await expect.element(dialog).toMatchTextContent(/instead of to orders@bluebottle.coffee/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf('removeCatchAll')).toEqual([]);
  await button('Remove catch-all').click();
  await dialog.getByRole('button', { name: 'Remove catch-all' }).click();
  await expect.element(heading('Mail to unknown addresses is sent back')).toBeVisible();
});

test('if saving fails, nothing changes and the page says why [CAT-01]', async () => {
  await openCatchAll(ORDERS, {
    handlers: {
      removeCatchAll: () => {
        throw refusal('SERVICE_UNAVAILABLE');
      },
    },
  });
  await button('Remove catch-all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove catch-all' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/back in a moment/);
  await userEvent.keyboard('{Escape}');
  await expect.element(heading('Mail to unknown addresses goes to orders@bluebottle.coffee')).toBeVisible();
});

test('a placeholder is shown while loading, and a failure can be retried [CAT-01]', async () => {
  const wait = gate();
  const { api } = await openCatchAll(null, {
    handlers: {
      readCatchAll: async () => {
        await wait.closed;
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument();
  await expectAccessible();
  wait.open();
  await expect.element(heading("We couldn't load your catch-all")).toBeVisible();
  api.use({ readCatchAll: () => ({ email: ORDERS }) });
  await button('Try again').click();
  await expect.element(heading('Mail to unknown addresses goes to orders@bluebottle.coffee')).toBeVisible();
});

test('a person without admin rights is told to ask their admin [CAT-01, MBX-14]', async () => {
  await openCatchAll(null, {
    handlers: {
      readCatchAll: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(heading('Ask your admin')).toBeVisible();
  await expect.element(button('Set catch-all')).not.toBeInTheDocument();
});

test('on a phone a very long address stays inside the screen [CAT-01]', async () => {
  await openCatchAll(`${'w'.repeat(64)}@bluebottle.coffee`, { viewport: PHONE });
  await expect.element(button('Remove catch-all')).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});

test('another screen asks before a choice that is not saved is lost, and saving asks nothing [CAT-01]', async () => {
  const { api } = await openCatchAll(null);
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const elsewhere = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Spam filter' });
  await button('Set catch-all').click();
  await field().fill('orders of');
  await page.getByRole('option', { name: /orders@/ }).click();
  await elsewhere.click();
  await question.getByText('Keep editing').click();
  await expect.element(field()).toHaveValue(ORDERS);
  await button('Set catch-all').click();
  await expect.element(heading('Mail to unknown addresses goes to orders@bluebottle.coffee')).toBeVisible();
  expect(api.callsOf('setCatchAll')).toHaveLength(1);
  await elsewhere.click();
  await expect.element(page.getByRole('heading', { name: 'Spam filter', level: 1 })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});
