import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aPartner } from '../../../testing/samples.ts';
import { openMailboxes } from '../../../testing/open-mailboxes.tsx';
import { LAUNCH_FLAG } from './use-launch-flag.ts';

const TRIAL = {
  id: 52,
  type: 'trial',
  displayName: 'Trial',
  isTrial: true,
  isPaid: false,
  paidPlanId: 12,
  features: [],
};
const FREE = { ...TRIAL, id: 3, type: 'free', isTrial: false, paidPlanId: null };
const create = () => page.getByRole('button', { name: 'Create mailbox' });
const form = () => page.getByRole('dialog', { name: 'Create a mailbox' });
const support = () => page.getByRole('link', { name: 'Write to support' });

test('a full trial says how to get more mailboxes before it shows the form [MBX-03]', async () => {
  await openMailboxes({ limit: 7, order: { planDetails: TRIAL }, plan: { remainingDays: -1 } });
  await create().click();
  await expect.element(page.getByRole('dialog', { name: 'All 7 mailboxes of your trial are in use' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Choose a plan' }))
    .toHaveAttribute('href', '/billing-and-upgrade');
  await expectAccessible();
});

test('an expired plan leads to where it is renewed, full or not [MBX-03] [BIL-08]', async () => {
  await openMailboxes({ limit: 7, plan: { remainingDays: -1 } });
  await create().click();
  const expired = page.getByRole('dialog', { name: 'Your plan has expired' });
  await expect
    .element(expired.getByRole('link', { name: 'Go to billing' }))
    .toHaveAttribute('href', '/billing-and-subscription');
  await expect.element(support()).not.toBeInTheDocument();
  await expectAccessible();
});

test('an expired plan that the partner bills leads to support [MBX-03] [PAY-05]', async () => {
  const readPartnerInfo = () => aPartner({ flags: { ...aPartner().flags, forgoPayments: true } });
  await openMailboxes({ limit: 7, plan: { remainingDays: -1 }, handlers: { readPartnerInfo } });
  await create().click();
  await expect.element(page.getByRole('dialog', { name: 'Your plan has expired' })).toBeVisible();
  await expect.element(support()).toBeVisible();
  await expectAccessible();
});

test('a free plan can still create mailboxes after its end [MBX-03]', async () => {
  await openMailboxes({ order: { planDetails: FREE }, plan: { remainingDays: -1 } });
  await create().click();
  await expect.element(form()).toBeVisible();
});

test('a full plan says that all its mailboxes are in use, and the focus returns [MBX-03]', async () => {
  await openMailboxes({ limit: 7 });
  await create().click();
  await expect.element(page.getByRole('dialog', { name: 'All 7 mailboxes are in use' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Buy mailboxes' })).toHaveAttribute('href', '/buy-email-account');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(create()).toHaveFocus();
});

test('if the partner creates mailboxes on its own site, every way to create one leads there [MBX-03] [BRD-02]', async () => {
  const { urls } = aPartner();
  const readPartnerInfo = () =>
    aPartner({ urls: { ...urls, createMailbox: 'https://harbour.test/mailboxes' }, companyName: 'Harbour Domains' });
  await openMailboxes({ handlers: { readPartnerInfo } });
  await expect.element(page.getByRole('link', { name: 'Create several' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  const there = page.getByRole('link', { name: 'Go to Harbour Domains' });
  await expect.element(there).toHaveAttribute('href', 'https://harbour.test/mailboxes');
  await expect.element(there).toHaveAttribute('target', '_blank');
  await expectAccessible();
  await renderPanel('/email-accounts/bulk', { signedIn: true, handlers: { readPartnerInfo } });
  await expect.element(there).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

test('when the plan can not be read, the server decides [MBX-03]', async () => {
  const { api } = await openMailboxes();
  await expect.element(create()).toBeVisible();
  api.use({
    createMailbox: () => {
      throw refusal('MAILBOX_LIMIT_REACHED', { attrs: { limit: 7 } });
    },
  });
  await create().click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Bob');
  await page.getByRole('textbox', { name: 'Address' }).fill('bob');
  await form().getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(page.getByRole('dialog', { name: 'All 7 mailboxes are in use' })).toBeVisible();
  await expect.element(form()).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('after the last mailbox of the plan is created, no other one can be [MBX-03]', async () => {
  await openMailboxes({ limit: 8 });
  await create().click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Bob');
  await page.getByRole('textbox', { name: 'Address' }).fill('bob');
  await form().getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(page.getByText(/8 of 8 paid mailboxes/)).toBeInTheDocument();
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect.element(page.getByRole('dialog', { name: 'All 8 mailboxes are in use' })).toBeVisible();
});

test('the dialog opens once if an internal redirect asked for it [MBX-03]', async () => {
  sessionStorage.setItem(LAUNCH_FLAG, 'true');
  await openMailboxes({ keepStorage: true });
  await expect.element(form()).toBeVisible();
  await expect.poll(() => sessionStorage.getItem(LAUNCH_FLAG)).toBeNull();
});

test('the dialog opens if the address asks for it, and the flag is removed from the address [MBX-03]', async () => {
  const { location } = await openMailboxes({ path: `/email-accounts?${LAUNCH_FLAG}=true&q=bert` });
  await expect.element(form()).toBeVisible();
  await expect.poll(() => location().search).toBe('?q=bert');
});

test('a dialog that the address asks for passes the same gate [MBX-03]', async () => {
  await openMailboxes({ path: `/email-accounts?${LAUNCH_FLAG}=true`, limit: 7 });
  await expect.element(page.getByRole('dialog', { name: 'All 7 mailboxes are in use' })).toBeVisible();
});
