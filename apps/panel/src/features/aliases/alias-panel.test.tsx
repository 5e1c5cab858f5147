// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import '@postern/ui/overlays/menu';
import './alias-panel.tsx';
import type { Alias } from '@postern/contract/aliases';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const BERT = {
  id: '00000000-0000-4000-9000-000000000002',
  email: 'bert@bluebottle.coffee',
  displayName: 'Bert Maas',
  isAdmin: false,
  isCatchAll: false,
  status: 'active' as const,
  quotaUsed: 0,
  quotaLimit: 30_720,
  createdOnEpochMillis: 0,
  flags: [],
  aliases: [],
  addons: [],
  addonHeadings: [],
};

const anAlias = (displayName: string, userName: string): Alias => ({
  email: `${userName}@bluebottle.coffee`,
  displayName,
  senderId: crypto.randomUUID(),
});

type Options = { limit?: number; handlers?: Handlers; viewport?: readonly [number, number] };

async function openAliases(aliases: Alias[], { limit = 10, handlers = {}, viewport = [1280, 860] }: Options = {}) {
  let held = aliases;
  const opened = await renderPanel('/email-accounts', {
    signedIn: true,
    viewport,
    handlers: {
      listMailboxes: () => ({ accounts: [BERT], nextCursor: null, total: 1 }),
      listAliases: () => ({ aliases: held, limit }),
      addAlias: ({ alias, displayName }) => {
        const senderId = crypto.randomUUID();
        held = [...held, { email: alias, displayName, senderId }];
        return { senderId };
      },
      updateAlias: ({ senderId, displayName }) => {
        held = held.map((alias) => (alias.senderId === senderId ? { ...alias, displayName } : alias));
        return {};
      },
      removeAliases: ({ aliases: leaving }) => {
        held = held.filter(({ email }) => !leaving.includes(email));
        return {};
      },
      ...handlers,
    },
  });
  await page.getByRole('button', { name: 'Actions for bert@bluebottle.coffee' }).click();
  await page.getByRole('menuitem', { name: 'Manage aliases' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Aliases of bert@bluebottle.coffee' })).toBeVisible();
  return opened;
}

const add = () => page.getByRole('button', { name: 'Add alias' });
const name = () => page.getByRole('textbox', { name: 'Display name', exact: true });
const address = () => page.getByRole('textbox', { name: 'Alias', exact: true });
const rows = () =>
  page
    .getByRole('list', { name: 'Aliases' })
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

test('an alias is added and listed by name, then address [ALI-01]', async () => {
  const { api } = await openAliases([anAlias('Anna', 'anna'), anAlias('Sales', 'sales')]);
  await expect.element(page.getByText('2 of 10 in use')).toBeVisible();
  await add().click();
  await expect.element(name()).toHaveFocus();
  await expectAccessible();
  await name().fill(' Sales ');
  await address().fill('Orders');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('orders@bluebottle.coffee now receives mail.')).toBeVisible();
  await expect
    .poll(rows)
    .toEqual(['Annaanna@bluebottle.coffee', 'Salesorders@bluebottle.coffee', 'Salessales@bluebottle.coffee']);
  await expect.element(page.getByText('3 of 10 in use')).toBeVisible();
  expect(api.callsOf('addAlias').map(({ input }) => input)).toEqual([
    { alias: 'orders@bluebottle.coffee', displayName: 'Sales', email: 'bert@bluebottle.coffee' },
  ]);
  await expect.element(add()).toHaveFocus();
});

test.for([
  ['', 'Enter the part before the @.'],
  ['a b', 'Use only letters a to z, digits, dots, hyphens and underscores, not “ ”.'],
  ['a+b', 'Leave out the plus sign. Mail to alias+anything arrives anyway.'],
  ['sales@elsewhere.example', 'An alias must be an address at bluebottle.coffee.'],
] as const)('the alias “%s” is refused in words, and so is an empty name [ALI-01]', async ([typed, text]) => {
  const { api } = await openAliases([]);
  await expect.element(page.getByText(/^No aliases yet/)).toBeVisible();
  await add().click();
  await address().fill(typed);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText('Enter a display name.')).toBeVisible();
  await expect.element(name()).toHaveFocus();
  expect(api.callsOf('addAlias')).toEqual([]);
});

test('a taken address is reported at the alias until it is changed [ALI-01]', async () => {
  await openAliases([], {
    handlers: {
      addAlias: () => {
        throw refusal('EMAIL_EXISTS');
      },
    },
  });
  await add().click();
  await name().fill('Sales');
  await address().fill('sales');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Not available. Please use a different email')).toBeVisible();
  await expectAccessible();
  await address().fill('sales2');
  await expect.element(page.getByText('Not available. Please use a different email')).not.toBeInTheDocument();
});

test('at the limit no alias can be added, and the panel says why; the server checks its own limit too [ALI-01]', async () => {
  await openAliases([anAlias('Anna', 'anna'), anAlias('Sales', 'sales')], { limit: 2 });
  await expect.element(add()).toBeDisabled();
  await expect.element(page.getByText(/already has all 2 aliases of its plan/)).toBeVisible();
  await expectAccessible();
});

test('the name of an alias is edited in place, and can not be empty [ALI-01]', async () => {
  const [anna, sales] = [anAlias('Anna', 'anna'), anAlias('Sales', 'sales')];
  const { api } = await openAliases([anna, sales]);
  const edit = page.getByRole('button', { name: 'Edit the name of anna@bluebottle.coffee' });
  await edit.click();
  const field = page.getByRole('textbox', { name: 'Display name of anna@bluebottle.coffee' });
  await expect.element(field).toHaveFocus();
  await field.fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter a display name.')).toBeVisible();
  await expectAccessible();
  await field.fill('Team');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(rows).toEqual(['Salessales@bluebottle.coffee', 'Teamanna@bluebottle.coffee']);
  expect(api.callsOf('updateAlias').map(({ input }) => input)).toEqual([
    { senderId: anna.senderId, displayName: 'Team' },
  ]);
  await expect.element(edit).toHaveFocus();
});

test('a name that could not be saved says so; Escape closes the field and not the panel [ALI-01]', async () => {
  await openAliases([anAlias('Anna', 'anna')], {
    handlers: {
      updateAlias: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await page.getByRole('button', { name: 'Edit the name of anna@bluebottle.coffee' }).click();
  await page.getByRole('textbox', { name: 'Display name of anna@bluebottle.coffee' }).fill('Ann');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText("The name wasn't saved. Try again in a moment.")).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Anna', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Aliases of bert@bluebottle.coffee' })).toBeVisible();
});

test('an alias is deleted only after a question below it [ALI-01]', async () => {
  const { api } = await openAliases([anAlias('Anna', 'anna'), anAlias('Sales', 'sales')]);
  const remove = page.getByRole('button', { name: 'Delete anna@bluebottle.coffee' });
  await remove.click();
  const question = page.getByRole('group', { name: 'Delete anna@bluebottle.coffee? Mail to it will be refused.' });
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(remove).toHaveFocus();
  expect(api.callsOf('removeAliases')).toEqual([]);
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('anna@bluebottle.coffee has been deleted.')).toBeVisible();
  await expect.poll(rows).toEqual(['Salessales@bluebottle.coffee']);
  expect(api.callsOf('removeAliases').map(({ input }) => input)).toEqual([
    { aliases: ['anna@bluebottle.coffee'], email: 'bert@bluebottle.coffee' },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(rows).toEqual(['Annaanna@bluebottle.coffee', 'Salessales@bluebottle.coffee']);
});

test('if the aliases can not be read, the panel says why and can retry [ALI-01]', async () => {
  const { api } = await openAliases([], {
    handlers: {
      listAliases: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByText('You are not allowed to do this. Ask an admin of your domain.')).toBeVisible();
  api.use({ listAliases: () => ({ aliases: [anAlias('Anna', 'anna')], limit: 10 }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('anna@bluebottle.coffee')).toBeVisible();
});

test('on a phone long names wrap and nothing scrolls sideways [ALI-01]', async () => {
  await openAliases([anAlias('Wolfeschlegelsteinhausenbergerdorff'.repeat(3), 'w'.repeat(60))], {
    viewport: [390, 844],
  });
  await expect.element(page.getByText('1 of 10 in use')).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
});

test('Escape asks before a typed alias is lost, and closes at once where nothing was typed [ALI-01]', async () => {
  await openAliases([anAlias('Orders', 'orders')]);
  const panel = page.getByRole('dialog', { name: 'Aliases of bert@bluebottle.coffee' });
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await add().click();
  await name().fill('Billing');
  await userEvent.keyboard('{Escape}');
  await question.getByText('Keep editing').click();
  await expect.element(name()).toHaveValue('Billing');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Actions for bert@bluebottle.coffee' }).click();
  await page.getByRole('menuitem', { name: 'Manage aliases' }).click();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});
