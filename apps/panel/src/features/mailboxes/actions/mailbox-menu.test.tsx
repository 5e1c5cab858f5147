import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { aBundle, aLogin } from '../../../testing/samples.ts';
import { actionsOf, openAdministration, sevenMailboxesWith } from '../testing/open-dialog.ts';
import { PHONE } from '../../../testing/open-mailboxes.tsx';
import { aMailbox } from '../../../testing/serving-mailboxes.ts';
import { actionsFor } from './mailbox-actions.ts';

const ADMIN = { role: 'domainAdmin', canShareLogin: false } as const;
const namesOf = async (userName: string): Promise<string[]> => {
  await actionsOf(userName).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  return page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent ?? '');
};

test.each([
  ['an active one', {}, ADMIN, ['resetPassword', 'aliases', 'alternateEmail', 'makeAdmin', 'suspend', 'delete']],
  [
    'a suspended admin with a second factor',
    { isAdmin: true, status: 'suspended' as const, flags: ['TWO_FA_ENABLED'] },
    ADMIN,
    ['resetPassword', 'aliases', 'alternateEmail', 'removeAdmin', 'disableTwoFactor', 'unsuspend', 'delete'],
  ],
  [
    'one of a young domain, for support',
    { flags: ['TWO_FA_ENABLED'] },
    { role: 'partnerSupport', canShareLogin: true } as const,
    ['aliases', 'suspend'],
  ],
  ['one, for somebody without rights', {}, { role: 'accountAdmin', canShareLogin: true } as const, []],
])('the menu of %s offers what its viewer may do with it [MBX-01, MBX-08, SUP-01]', (_, changes, viewer, kinds) => {
  expect(actionsFor(aMailbox('Bo', 'bo', changes), viewer).flat()).toEqual(kinds);
});

test('an admin finds everything in the menu, the destructive last [MBX-01]', async () => {
  await openAdministration();
  expect(await namesOf('bert')).toEqual([
    'Open webmail',
    'Copy address',
    'Import mail',
    'Reset password',
    'Manage aliases',
    'Alternate email',
    'Make admin',
    'Suspend',
    'Delete',
  ]);
  await expectAccessible();
});

test('login info is shared only while the domain is 30 days old or less [MBX-06]', async () => {
  const createdAt = new Date(Date.now() - 29 * 86_400_000).toISOString();
  await openAdministration({ handlers: { listBundles: () => ({ bundles: [aBundle({ createdAt })] }) } });
  expect(await namesOf('bert')).toContain('Share login info');
});

test('support can neither delete a mailbox nor change its admin right, and sees why a mailbox is suspended [SUP-01]', async () => {
  const actor = { role: 'partnerSupport', id: aLogin().actor.id, attrs: { userName: 'Sam' } } as const;
  await openAdministration({ signedIn: aLogin({ token: 'sam', actor, isDomainAdmin: false }) });
  expect(await namesOf('bert')).toEqual(['Open webmail', 'Copy address', 'Manage aliases', 'Suspend']);
});

test('on a phone the longest menu fits on the screen [MBX-01]', async () => {
  const mailboxes = sevenMailboxesWith('dev', { status: 'suspended', flags: ['TWO_FA_ENABLED'] });
  await openAdministration({ viewport: PHONE, mailboxes, locale: 'de-de' });
  await page.getByRole('button', { name: 'Aktionen für dev@bluebottle.coffee' }).click();
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  const isInside = () => {
    const { left, right, bottom } = menu.element().getBoundingClientRect();
    return [left >= 0, right <= PHONE[0], bottom <= PHONE[1]];
  };
  await expect.poll(isInside).toEqual([true, true, true]);
  await expectAccessible();
});
