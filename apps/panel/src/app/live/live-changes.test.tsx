import type { MailChange } from '@postern/contract/live';
import type { MailAccount } from '@postern/contract/mailboxes';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openMailboxes } from '../../testing/open-mailboxes.tsx';
import { aMailbox, manyMailboxes, sevenMailboxes } from '../../testing/serving-mailboxes.ts';
import { clearSession } from '../../lib/session/session-store.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const row = (name: RegExp) => page.getByRole('row', { name });
const ofMailbox = (change: MailChange['change'], account: MailAccount): MailChange => ({
  what: 'mailbox',
  change,
  email: account.email,
  account: change === 'deleted' ? null : account,
});

/** Opens the list, and waits until the panel receives changes. */
async function openListening(mailboxes = sevenMailboxes(), limit = 100) {
  const { api, ...rest } = await openMailboxes({ mailboxes, limit });
  await expect.poll(() => api.live.count).toBe(1);
  await expect.element(row(new RegExp(mailboxes[0]?.displayName ?? ''))).toBeVisible();
  return { api, ...rest };
}

test('a mailbox that another admin creates, changes or deletes is shown without a reload [MBX-01] [MBX-13]', async () => {
  const mailboxes = sevenMailboxes();
  const { api } = await openListening(mailboxes);
  expect(api.live.asked).toEqual([{ lastEventId: null, bundleId: expect.any(String) }]);
  const zoe = aMailbox('Zoe Quinn', 'zoe');
  mailboxes.push(zoe);
  api.live.send('mailboxes', ofMailbox('created', zoe));
  await expect.element(row(/Zoe Quinn/)).toBeVisible();
  await expect.element(page.getByText('8 mailboxes', { exact: true })).toBeVisible();
  await expect.element(page.getByText('8 of 100 paid mailboxes are in use.', { exact: false })).toBeVisible();
  zoe.status = 'suspended';
  api.live.send('mailboxes', ofMailbox('changed', zoe));
  await expect.element(row(/Zoe Quinn/)).toMatchTextContent(/Suspended/);
  zoe.quotaUsed = 345;
  api.live.send('mailboxes', ofMailbox('changed', zoe));
  await expect.element(row(/Zoe Quinn/)).toMatchTextContent(/345/);
  mailboxes.pop();
  api.live.send('mailboxes', ofMailbox('deleted', zoe));
  await expect.element(row(/Zoe Quinn/)).not.toBeInTheDocument();
  await expect.element(page.getByText('7 mailboxes', { exact: true })).toBeVisible();
  // A completely loaded list shows all of this without another read.
  expect(api.callsOf('listMailboxes')).toHaveLength(1);
});

test('a partly loaded list is read again when mailboxes are created or deleted [MBX-01] [MBX-13]', async () => {
  const mailboxes = manyMailboxes(150);
  const { api } = await openListening(mailboxes, 500);
  const first = aMailbox('Aaron Ash', 'aaron');
  mailboxes.push(first);
  api.live.send('mailboxes', ofMailbox('created', first));
  await expect.element(row(/Aaron Ash/)).toBeVisible();
  await expect.element(page.getByText('151 mailboxes', { exact: true })).toBeVisible();
});

test('a lost connection is opened again with the last id, and everything is read again if the server no longer knows that id [MBX-13]', async () => {
  const mailboxes = sevenMailboxes();
  const { api } = await openListening(mailboxes);
  const lastEventId = api.live.send('mailboxes', ofMailbox('changed', { ...mailboxes[2]!, status: 'suspended' }));
  await expect.element(row(/Bert Maas/)).toMatchTextContent(/Suspended/);
  api.live.end();
  await expect.poll(() => api.live.asked.at(1)?.lastEventId).toBe(lastEventId);
  mailboxes.splice(0, mailboxes.length, aMailbox('Only Olga', 'olga', { isAdmin: true }));
  await expect.poll(() => api.live.count).toBe(1);
  api.live.send('reload', {});
  await expect.element(row(/Only Olga/)).toBeVisible();
  await expect.element(row(/Ada Fields/)).not.toBeInTheDocument();
});

test('after the session has ended the panel neither receives changes nor asks for them [ENT-12]', async () => {
  const { api } = await openListening();
  api.live.refusal = new Response('{}', { status: 401 });
  api.live.end();
  await expect.poll(() => api.live.asked).toHaveLength(2);
  expect(api.live.count).toBe(0);
  expect(page.getByRole('heading', { name: 'Sign in' }).elements()).toHaveLength(0);
});

test('no changes are received after a sign-out, nor on the login screen [ENT-11]', async () => {
  const { api } = await openListening();
  clearSession();
  await expect.poll(() => api.live.count).toBe(0);
  const login = await renderPanel('/login');
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(login.api.live.asked).toEqual([]);
});
