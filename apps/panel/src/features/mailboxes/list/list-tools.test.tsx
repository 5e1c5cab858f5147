import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { openMailboxes, PHONE } from '../testing/open-mailboxes.tsx';

const names = () =>
  [...document.querySelectorAll('tr[data-mailbox]')].map((row) => row.getAttribute('data-mailbox')?.split('@')[0]);
const choose = async (button: RegExp, item: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('the list is sorted and filtered from menus and the column head, and Back and a reload keep it [MBX-01]', async () => {
  const { location, history } = await openMailboxes();
  await choose(/^Sort: address/, 'Name, Z to A');
  await expect
    .poll(names)
    .toEqual(['orders', 'events', 'dev', 'cleo', 'bert', 'anna-lena.oberhuber-castellanos', 'ada']);
  expect(location().href).toBe('/email-accounts?sort=name&order=descending');
  await expect.element(page.getByRole('columnheader', { name: 'Mailbox' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Mailbox', exact: true }).click();
  await expect.poll(() => names()[0]).toBe('ada');
  await choose(/^Filter$/, 'Admins');
  await expect.poll(names).toEqual(['ada', 'dev']);
  await choose(/^Filter$/, 'Suspended');
  await expect.element(page.getByText('No mailbox matches')).toBeVisible();
  await expectAccessible();
  history.back();
  await expect.poll(names).toEqual(['ada', 'dev']);
  await expect.element(page.getByText('2 found')).toBeVisible();
  (page.getByRole('button', { name: 'Remove filter: Admins' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => names().length).toBe(7);
  expect(location().href).toBe('/email-accounts?sort=name');
});

test('an address opens the list sorted and filtered, and a strange one as it is [MBX-01]', async () => {
  await openMailboxes({ path: '/email-accounts?status=full&sort=sideways&role=king' });
  await expect.poll(names).toEqual(['orders']);
});

test.each([PHONE, [900, 800], [1280, 800]] as const)(
  'mailboxes can be selected at a width of %i px [MBX-05]',
  async (width, height) => {
    await openMailboxes({ viewport: [width, height] });
    await expect.element(page.getByText('Bert Maas')).toBeVisible();
    if (width < 1100) await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select bert@bluebottle.coffee' }).click();
    await expect.element(page.getByText('1 selected')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

test('with a filter only single mailboxes can be selected, because the next screen knows the search alone [MBX-05]', async () => {
  await openMailboxes({ path: '/email-accounts?role=admin' });
  await page.getByRole('checkbox', { name: 'Select ada@bluebottle.coffee' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  expect(page.getByRole('button', { name: /^Select all/ }).elements()).toEqual([]);
});
