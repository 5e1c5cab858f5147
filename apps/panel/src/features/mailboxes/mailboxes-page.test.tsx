import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../lib/http/query-client.ts';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../testing/fake-api.ts';
import { aPartner } from '../../testing/samples.ts';
import { openMailboxes, PHONE } from '../../testing/open-mailboxes.tsx';
import { aMailbox, manyMailboxes, sevenMailboxes } from '../../testing/serving-mailboxes.ts';

const row = (name: RegExp) => page.getByRole('row', { name });
const search = () => page.getByRole('searchbox', { name: 'Search by name or address' });

test('the list shows every mailbox with its address, status and storage [MBX-01, MBX-11]', async () => {
  await openMailboxes();
  await expect
    .element(row(/Ada Fields/))
    .toHaveTextContent('AFAda FieldsAdminada@bluebottle.coffeeActive12.4 GB of 30 GB');
  await expect.element(row(/Cleo/)).toMatchTextContent(/Suspended/);
  await expect.element(row(/Dev Patel/)).toMatchTextContent(/340 MB of 30 GB/);
  await expect.element(row(/Orders/)).toMatchTextContent(/Catch-all/);
  await expect
    .element(page.getByRole('meter', { name: 'Storage of orders@bluebottle.coffee' }))
    .toHaveAttribute('aria-valuenow', '100');
  await expect
    .element(
      page.getByText(/^Everyone at bluebottle.coffee who sends and receives mail. 7 of 10 paid mailboxes are in use.$/),
    )
    .toBeVisible();
  await expect.element(page.getByText('7 mailboxes', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('the alias of the address opens the same screen [MBX-01]', async () => {
  await openMailboxes({ path: '/email_accounts' });
  await expect.element(row(/Ada Fields/)).toBeVisible();
});

test.for([
  ['a trial', { isTrial: true, isPaid: false }, 1, '7 of 1 trial mailbox is in use.'],
  ['a free plan', { isTrial: false, isPaid: false }, 10, '7 of 10 free mailboxes are in use.'],
  ['a plan without a limit', { isTrial: false, isPaid: true }, 100_000, '7 are in use.'],
] as const)('%s is counted in its own words [MBX-03]', async ([, kind, limit, sentence]) => {
  const planDetails = { id: 12, type: 'business', displayName: 'Business', paidPlanId: null, features: [], ...kind };
  await openMailboxes({ limit, order: { planDetails } });
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible();
});

test('a skeleton with the same rows is shown until the list has loaded [MBX-01]', async () => {
  const wait = gate();
  const all = sevenMailboxes();
  await openMailboxes({
    handlers: {
      listMailboxes: async () => {
        await wait.closed;
        return { accounts: all, nextCursor: null, total: all.length };
      },
    },
  });
  const heading = page.getByRole('columnheader', { name: 'Status' });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  const before = heading.element().getBoundingClientRect();
  await expectAccessible();
  wait.open();
  await expect.element(row(/Ada Fields/)).toBeVisible();
  await expect.poll(() => heading.element().getBoundingClientRect()).toEqual(before);
});

test('a domain without a mailbox shows how to create one [MBX-01]', async () => {
  await openMailboxes({ mailboxes: [] });
  await expect.element(page.getByRole('heading', { name: 'Create your first mailbox' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Create a mailbox' })).toBeVisible();
});

test('the search ignores case in names and addresses, keeps its focus and is kept in the address [MBX-01]', async () => {
  const { api, location } = await openMailboxes();
  await expect.element(row(/Ada Fields/)).toBeVisible();
  await search().fill('MAAS');
  await expect.element(row(/Ada Fields/)).not.toBeInTheDocument();
  await expect.element(row(/Bert Maas/)).toBeVisible();
  await expect.element(page.getByText('1 found')).toBeVisible();
  await expect.element(search()).toHaveFocus();
  await expect.poll(() => location().search).toBe('?q=MAAS');
  expect(api.callsOf('listMailboxes').map((call) => call.input['q'])).toEqual([undefined, 'MAAS']);
  await userEvent.keyboard('{Escape}');
  await expect.element(row(/Ada Fields/)).toBeVisible();
  await expect.poll(() => location().search).toBe('');
});

test('a search in the address is run at once, and one without results says so [MBX-01]', async () => {
  await openMailboxes({ path: '/email-accounts?q=nobody' });
  await expect.element(search()).toHaveValue('nobody');
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nobody”' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect.element(row(/Ada Fields/)).toBeVisible();
});

test('a slash moves the focus to the search from anywhere on the page', async () => {
  await openMailboxes();
  await expect.element(row(/Ada Fields/)).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('a/b');
  await expect.element(search()).toHaveValue('a/b');
});

test('the menu of a mailbox works by keyboard, and returns the focus [MBX-01]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openMailboxes();
  const button = page.getByRole('button', { name: 'Actions for bert@bluebottle.coffee' });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Open webmail' })).toHaveFocus();
  await expect
    .element(page.getByRole('menuitem', { name: 'Open webmail' }))
    .toHaveAttribute('href', 'https://webmail.harbour.test/');
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  await expect.element(page.getByText('bert@bluebottle.coffee copied.')).toBeVisible();
  await expect.poll(() => write.mock.calls).toEqual([['bert@bluebottle.coffee']]);
  write.mockRestore();
});

test('without a webmail of the partner the menu has no link to it [MBX-01]', async () => {
  const urls = { ...aPartner().urls, webmail: null };
  await openMailboxes({ handlers: { readPartnerInfo: () => aPartner({ urls }) } });
  await page.getByRole('button', { name: 'Actions for bert@bluebottle.coffee' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy address' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Open webmail' })).not.toBeInTheDocument();
});

test('hundreds of mailboxes are loaded page by page, and only the rows in view are drawn [MBX-01]', async () => {
  const { api } = await openMailboxes({ mailboxes: manyMailboxes(300), limit: 2000 });
  await expect.element(page.getByText('300 mailboxes')).toBeVisible();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '301');
  expect(api.callsOf('listMailboxes')).toHaveLength(1);
  const scrollOn = () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector('[aria-rowindex="301"]');
  };
  await expect.poll(scrollOn, { interval: 30 }).not.toBeNull();
  expect(document.querySelector('[aria-rowindex="301"]')?.textContent).toMatch(/Person 299/);
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60);
  expect(api.callsOf('listMailboxes').map((call) => call.input['cursor'])).toEqual([undefined, '100', '200']);
});

test('a page that fails can be loaded again, and the loaded rows stay [MBX-01]', async () => {
  const all = manyMailboxes(150);
  const { api } = await openMailboxes({ mailboxes: all, limit: 500 });
  await expect.element(row(/Person 0$|Person 0 /).first()).toBeVisible();
  api.use({
    listMailboxes: () => {
      throw refusal('BUNDLE_NOT_FOUND');
    },
  });
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(row(/Person 99/)).toBeInTheDocument();
  api.use({ listMailboxes: ({ cursor }) => ({ accounts: all.slice(Number(cursor)), nextCursor: null, total: 150 }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expect.element(row(/Person 100/)).toBeInTheDocument();
});

test('a list that can not be read says why and is read again on demand [MBX-01]', async () => {
  const all = sevenMailboxes();
  const { api } = await openMailboxes({
    handlers: {
      listMailboxes: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't load your mailboxes" })).toBeVisible();
  await expectAccessible();
  api.use({ listMailboxes: () => ({ accounts: all, nextCursor: null, total: all.length }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row(/Ada Fields/)).toBeVisible();
});

test('if a refresh fails, the list stays and says that it may be out of date [MBX-01]', async () => {
  const { api } = await openMailboxes();
  await expect.element(row(/Ada Fields/)).toBeVisible();
  api.use({
    listMailboxes: () => {
      throw refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
    },
  });
  await queryClient.invalidateQueries({ queryKey: ['mailboxes'] });
  await expect.element(page.getByText('This list may be out of date')).toBeVisible();
  await expect.element(row(/Ada Fields/)).toBeVisible();
  await expectAccessible();
});

test('without a connection the screen says so in words [MBX-01]', async () => {
  const retry = queryClient.getDefaultOptions().queries?.retry;
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  await openMailboxes({
    handlers: {
      listMailboxes: () => {
        throw noConnection();
      },
    },
  });
  await expect
    .element(page.getByText("We couldn't reach the server. Check your connection and try again."))
    .toBeVisible();
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, ...(retry === undefined ? {} : { retry }) },
  });
});

test('a person without admin rights is told to ask their admin [MBX-14]', async () => {
  await openMailboxes({
    handlers: {
      listMailboxes: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create mailbox' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('on a phone the mailboxes are two-line items, and nothing scrolls sideways [MBX-01]', async () => {
  const long = aMailbox('Wolfeschlegelsteinhausenbergerdorff '.repeat(4), 'w'.repeat(60), {
    isAdmin: true,
    isCatchAll: true,
  });
  await openMailboxes({ viewport: PHONE, mailboxes: [long, ...sevenMailboxes()] });
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Ada Fields' }))
    .toMatchTextContent(/ada@ · 12.4 of 30 GB/);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Orders' })).toMatchTextContent(/Full/);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Cleo' })).toMatchTextContent(/Suspended/);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});
