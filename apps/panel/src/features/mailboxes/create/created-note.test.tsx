import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { aDomainElsewhere } from '../../../testing/sample-domain.ts';
import { openMailboxes, PHONE } from '../../../testing/open-mailboxes.tsx';

const note = () => page.getByText('Mail to bob@bluebottle.coffee arrives once bluebottle.coffee is connected.');

async function createBob(options: Parameters<typeof openMailboxes>[0] = {}) {
  const opened = await openMailboxes({ ...options, handlers: { readDomainConnection: () => aDomainElsewhere() } });
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Bob Quinn');
  await page.getByRole('textbox', { name: 'Address' }).fill('bob');
  await page.getByRole('dialog').getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Mailbox created' })).toBeVisible();
  return opened;
}

test('a new mailbox says if the domain isn’t connected, with a link to the set-up [MBX-02]', async () => {
  const { location } = await createBob();
  await expect.element(note()).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Connect domain' }).click();
  await expect.poll(() => location().pathname).toBe('/activate');
  expect(location().search).toBe('?source_hook=email-created');
});

test('the links lead to webmail and to the set-up of this mailbox [MBX-02]', async () => {
  await createBob();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Open webmail' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Set up on a phone or computer' });
  await expect.element(link).toHaveAttribute('href', '/device-download?mailbox=bob%40bluebottle.coffee');
});

test('on a phone the note isn’t shown [MBX-02]', async () => {
  await createBob({ viewport: PHONE });
  await expect.element(note()).not.toBeVisible();
});
