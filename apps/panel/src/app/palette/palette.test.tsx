import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openMailboxes, PHONE } from '../../testing/open-mailboxes.tsx';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { aLogin } from '../../testing/samples.ts';

const field = () => page.getByRole('combobox', { name: 'Search everything' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((one) => one.textContent);

test('Ctrl K finds pages, mailboxes and actions, Enter opens, and Escape gives the focus back [SHL-01]', async () => {
  const { location } = await openMailboxes();
  const create = page.getByRole('button', { name: 'Create mailbox' });
  await expect.element(page.getByText('Bert Maas')).toBeVisible();
  (create.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('ma');
  await expect.element(page.getByRole('option', { name: /Bert Maas/ })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /Download the mailbox list/ })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Domain set-up' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(create).toHaveFocus();
  await userEvent.keyboard('{Meta>}k{/Meta}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('catch');
  await expect.element(page.getByRole('option', { name: 'Catch-all' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location().pathname).toBe('/catch-all-email');
});

test('Tab leads to what can be done with the chosen mailbox, and its dialog asks before anything happens [SHL-01] [MBX-05]', async () => {
  const { location, api } = await openMailboxes();
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await field().fill('bert');
  await expect.element(page.getByRole('option', { name: /Bert Maas/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Tab}');
  await field().fill('susp');
  await expect.poll(options).toEqual(['Suspend']);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: /Suspend/ })).toBeVisible();
  expect(location().href).toBe('/email-accounts?q=bert%40bluebottle.coffee');
  expect(api.callsOf('suspendMailbox')).toEqual([]);
});

test('of many mailboxes that are found the first five are shown, and the list with all of them is one press away [SHL-01] [MBX-01]', async () => {
  const { location } = await openMailboxes();
  await expect.element(page.getByText('Bert Maas')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('bluebottle.coffee');
  await expect.poll(() => options().length).toBe(6);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(() => location().href).toBe('/email-accounts?q=bluebottle.coffee');
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('bert');
  await expect.element(page.getByRole('option', { name: /Bert Maas/ })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /^Search the list/ })).not.toBeInTheDocument();
});

test('support is offered only what it may do, and a question mark lists the shortcuts [SHL-01] [SUP-01]', async () => {
  const login = aLogin({ token: 'palette-support' });
  await openMailboxes({ signedIn: { ...login, actor: { ...login.actor, role: 'partnerSupport' } } });
  await expect.element(page.getByText('Bert Maas')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field().fill('create');
  await expect.element(page.getByText('Nothing found.')).toBeVisible();
  expect(options()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible();
});

test('on a phone a magnifier opens it, and nothing scrolls sideways [SHL-01]', async () => {
  await openMailboxes({ viewport: PHONE });
  await page.getByRole('button', { name: 'Search everything' }).click();
  await field().fill('zzz');
  await expect.element(page.getByText('Nothing found.')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});
