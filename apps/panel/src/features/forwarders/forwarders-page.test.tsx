import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { aForwarder, openForwarders, PHONE } from './testing/open-forwarders.tsx';

const row = (name: RegExp) => page.getByRole('row', { name });
const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}@bluebottle.coffee` });
async function choose(name: string, action: string) {
  await menuOf(name).click();
  await page.getByRole('menuitem', { name: action }).click();
}
const option = (name: string) => page.getByRole('option', { name: new RegExp(`${name}@`) });
const field = () => page.getByRole('combobox', { name: 'Deliver to' });

test('the list shows every forwarder with its address and recipients [FWD-01]', async () => {
  await openForwarders();
  await expect
    .element(row(/team@bluebottle.coffee/))
    .toHaveTextContent('team@bluebottle.coffeeada@bluebottle.coffee, bert@bluebottle.coffee and 2 more');
  await expect.element(row(/press@/)).toHaveTextContent('press@bluebottle.coffeeada@bluebottle.coffee');
  await expect.element(page.getByText('2 forwarders', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('a domain without forwarders explains what one is for [FWD-01]', async () => {
  await openForwarders({ forwarders: [] });
  await expect.element(page.getByRole('heading', { name: 'Create your first forwarder' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Create forwarder' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Create a forwarder' })).toBeVisible();
});

test('placeholder rows are shown while loading, and a failure says why and can be retried [FWD-01]', async () => {
  const wait = gate();
  const { api } = await openForwarders({
    handlers: {
      listForwarders: async () => {
        await wait.closed;
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument();
  wait.open();
  await expect.element(page.getByRole('heading', { name: "We couldn't load your forwarders" })).toBeVisible();
  await expectAccessible();
  api.use({ listForwarders: () => ({ forwarders: [aForwarder('press', ['ada'])] }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row(/press@/)).toBeVisible();
});

test('the search finds forwarders by address and by recipient, and says if there is none [FWD-01]', async () => {
  await openForwarders();
  const search = page.getByRole('searchbox', { name: 'Search by address or recipient' });
  await search.fill('CLEO');
  await expect.element(row(/team@/)).toBeVisible();
  await expect.element(row(/press@/)).not.toBeInTheDocument();
  await expect.element(page.getByText('1 found')).toBeVisible();
  await search.fill('nobody');
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nobody”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect.element(row(/press@/)).toBeVisible();
});

test('recipients are added and removed in one step, and the list shows it [FWD-01]', async () => {
  const { api } = await openForwarders();
  await choose('press', 'Change recipients');
  await expect.element(page.getByRole('dialog', { name: 'Who gets mail to press@bluebottle.coffee?' })).toBeVisible();
  await field().fill('ber');
  await option('bert').click();
  await page.getByRole('button', { name: 'Remove ada@bluebottle.coffee' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Save recipients' }).click();
  await expect.element(page.getByText('press@bluebottle.coffee now delivers to 1 mailbox.')).toBeVisible();
  await expect.element(row(/press@/)).toHaveTextContent('press@bluebottle.coffeebert@bluebottle.coffee');
  const email = 'press@bluebottle.coffee';
  expect(api.callsOf('addForwarderRecipients').map((call) => call.input)).toEqual([
    { email, recipients: ['bert@bluebottle.coffee'] },
  ]);
  expect(api.callsOf('removeForwarderRecipients').map((call) => call.input)).toEqual([
    { email, recipients: ['ada@bluebottle.coffee'] },
  ]);
});

test('the last recipient can not be removed, because mail would be lost [FWD-01]', async () => {
  const { api } = await openForwarders();
  await choose('press', 'Change recipients');
  await page.getByRole('button', { name: 'Remove ada@bluebottle.coffee' }).click();
  await page.getByRole('button', { name: 'Save recipients' }).click();
  await expect.element(page.getByText('Choose at least one mailbox.')).toBeVisible();
  expect(api.callsOf('removeForwarderRecipients')).toEqual([]);
});

test('if only half of a change succeeded, a retry sends only the rest [FWD-01]', async () => {
  const { api } = await openForwarders();
  api.use({
    removeForwarderRecipients: () => {
      throw refusal('SERVICE_UNAVAILABLE');
    },
  });
  await choose('press', 'Change recipients');
  await field().fill('ber');
  await option('bert').click();
  await page.getByRole('button', { name: 'Remove ada@bluebottle.coffee' }).click();
  await page.getByRole('button', { name: 'Save recipients' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We'll be back in a moment/);
  api.use({ removeForwarderRecipients: () => ({ forwarder: aForwarder('press', ['bert']) }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('press@bluebottle.coffee now delivers to 1 mailbox.')).toBeVisible();
  expect(api.callsOf('addForwarderRecipients')).toHaveLength(1);
});

test('a forwarder is deleted after a question that names it and what is lost [FWD-01]', async () => {
  const { api } = await openForwarders();
  await choose('team', 'Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete team@bluebottle.coffee?' });
  await expect.element(dialog).toMatchTextContent(/The 4 mailboxes behind it will no longer get mail sent to it/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf('deleteForwarder')).toEqual([]);
  await choose('team', 'Delete');
  await dialog.getByRole('button', { name: 'Delete forwarder' }).click();
  await expect.element(row(/team@/)).not.toBeInTheDocument();
  await expect.element(page.getByText('team@bluebottle.coffee has been deleted.')).toBeVisible();
});

test('a forwarder that cannot be deleted stays, and the dialog says why [FWD-01]', async () => {
  await openForwarders({
    handlers: {
      deleteForwarder: () => {
        throw refusal('INTERNAL_SERVER_ERROR');
      },
    },
  });
  await choose('press', 'Delete');
  await page.getByRole('button', { name: 'Delete forwarder' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Something went wrong on our side/);
  await userEvent.keyboard('{Escape}');
  await expect.element(row(/press@/)).toBeVisible();
});

test('a person without admin rights is told to ask their admin [FWD-01, MBX-14]', async () => {
  await openForwarders({
    handlers: {
      listForwarders: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create forwarder' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('on a phone hundreds of forwarders and very long names are two-line items, and nothing scrolls sideways [FWD-01]', async () => {
  const many = Array.from({ length: 499 }, (_, n) => aForwarder(`list-${n}`, ['ada', 'bert']));
  await openForwarders({ viewport: PHONE, forwarders: [aForwarder('a'.repeat(60), ['w'.repeat(60)]), ...many] });
  const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect.element(item('list-10@')).toMatchTextContent(/ada@ and 1 more/);
  await expect.element(page.getByText('500 forwarders')).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBeLessThan(60);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
});
