import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { openMailboxes, PHONE } from '../../../testing/open-mailboxes.tsx';
import { manyMailboxes } from '../../../testing/serving-mailboxes.ts';

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

test('a filter that is taken away leaves the focus where the next one is, and after the last one at the filter menu [MBX-01]', async () => {
  await openMailboxes({ path: '/email-accounts?status=active&role=admin' });
  await expect.poll(names).toEqual(['ada', 'dev']);
  const chip = (filter: string) => page.getByRole('button', { name: `Remove filter: ${filter}` });
  const menu = page.getByRole('button', { name: 'Filter', exact: true });
  (chip('Active').element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(chip('Admins')).toHaveFocus();
  await expect.element(chip('Active')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Admins')).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
  for (const clear of [0, 1]) {
    await choose(/^Filter$/, 'Suspended');
    await choose(/^Filter$/, 'Admins');
    await expect.element(page.getByText('No mailbox matches')).toBeVisible();
    (page.getByRole('button', { name: 'Clear filters' }).nth(clear).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => names().length).toBe(7);
    await expect.element(menu).toHaveFocus();
  }
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

test('everything that a filter finds is selected beyond the loaded page, and the next screen gets the filter [MBX-04] [MBX-05]', async () => {
  const { api } = await openMailboxes({
    mailboxes: manyMailboxes(130).map((each, n) => ({ ...each, isAdmin: n < 120 })),
    limit: 500,
    path: '/email-accounts?role=admin',
    handlers: { previewBulk: () => ({ ...NO_PREVIEW }) },
  });
  await page.getByRole('checkbox', { name: 'Select all in the list' }).click();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  await expect.element(page.getByText('All that match are selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select person-000002@bluebottle.coffee' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect.poll(() => api.callsOf('previewBulk').length).toBeGreaterThan(0);
  expect(api.callsOf('previewBulk')[0]?.input).toMatchObject({
    kind: 'suspend',
    matching: { q: '', role: 'admin', except: ['person-000002@bluebottle.coffee'] },
  });
});

const NO_PREVIEW = {
  previewId: '00000000-0000-4000-9000-00000000b003',
  rows: [],
  ignoredColumns: [],
  priceEffect: {
    limit: 10,
    activeBefore: 7,
    activeAfter: 7,
    missingPlaces: 0,
    price: { amount: '0.00', currency: 'EUR' as const },
    billingCycle: null,
  },
};

test('the export asks for what the list shows, in its order, and a file that breaks off is not saved but reported [MBX-01]', async () => {
  await openMailboxes({ path: '/email-accounts?sort=name&order=descending&role=admin&q=e' });
  const button = page.getByRole('button', { name: /^Export/ });
  await expect.element(button).toHaveAccessibleName('Export 2 mailboxes (CSV)');
  const asked: string[] = [];
  const saved: string[] = [];
  const panelFetch = globalThis.fetch;
  let body: BodyInit = 'email\r\n';
  vi.spyOn(globalThis, 'fetch').mockImplementation((target, init) => {
    const url = new URL(target as string, location.href);
    if (url.pathname !== '/panel/account/email/export') return panelFetch(target, init);
    expect(new Headers(init?.headers).get('Authorization')).toMatch(/^Bearer /);
    url.searchParams.delete('bundleId');
    asked.push(String(url.searchParams));
    return Promise.resolve(new Response(body));
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await button.click();
  await expect.poll(() => saved).toEqual(['mailboxes-bluebottle.coffee.csv']);
  expect(asked).toEqual(['q=e&sort=name&order=descending&role=admin']);
  body = new ReadableStream({ start: (stream) => stream.error(new TypeError('connection lost')) });
  await button.click();
  await expect.element(page.getByText(/^The file couldn't be downloaded/)).toBeVisible();
  expect(saved).toHaveLength(1);
});
