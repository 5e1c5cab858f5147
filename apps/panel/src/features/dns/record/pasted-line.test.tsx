import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDns } from '../../../testing/open-dns.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const dialog = () => page.getByRole('dialog');

/** Pastes as the keyboard does, with the field's text selected. */
function paste(into: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  into.focus();
  into.select();
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
const inputOf = (name: string | RegExp) => field(name).element() as HTMLInputElement;

test('a whole line of a zone file fills type, name, values and TTL, and that is announced [DNS-01]', async () => {
  const { api } = await openDns();
  await button('Add record').click();
  await expect.element(field('IPv4 address')).toBeVisible();
  paste(
    inputOf('IPv4 address'),
    'lists.bluebottle.coffee. 600 IN MX 10 mx1.example.net.\n  600 IN MX 20 mx2.example.net.',
  );
  await expect.element(field('Mail server 2')).toHaveValue('mx2.example.net.');
  await expect.element(field('Priority 2')).toHaveValue('20');
  await expect.element(field(/^Name/)).toHaveValue('lists.bluebottle.coffee.');
  await expect.element(field(/^Name/)).toHaveFocus();
  await expect.element(page.getByRole('status').getByText('Filled in from the line you pasted.')).toBeVisible();
  // Values already typed for another type are not thrown away.
  paste(inputOf(/^Name/), 'www 300 IN A 192.0.2.1');
  await expect.element(field('Mail server 2')).toHaveValue('mx2.example.net.');
  await dialog().getByRole('button', { name: 'Add record' }).click();
  await expect.element(page.getByText('The MX record of lists.bluebottle.coffee has been added.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toMatchObject({
    ...{ type: 'MX', host: 'lists', ttl: 600 },
    values: ['10 mx1.example.net', '20 mx2.example.net'],
  });
});

test('values work by keyboard: a new one gets the focus, a removed one passes it on [DNS-01]', async () => {
  await openDns();
  await button('Add record').click();
  await field('IPv4 address').fill('192.0.2.1');
  await button('Add another address').click();
  await expect.element(field('IPv4 address 2')).toHaveFocus();
  await button('Remove value 2').click();
  await expect.element(button('Add another address')).toHaveFocus();
  await button('Add another address').click();
  await field('IPv4 address 2').fill('192.0.2.2');
  // A type with only one value says so, and drops none.
  await dialog().getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^CNAME ·/ }).click();
  await expect.element(field('Points to 2')).toHaveValue('192.0.2.2');
});
