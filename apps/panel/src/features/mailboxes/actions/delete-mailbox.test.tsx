import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { forceSignOut } from '../../../lib/access/sign-out.ts';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aLogin } from '../../../testing/samples.ts';
import { choose, openAdministration, sevenMailboxesWith } from '../testing/open-dialog.ts';
import { aMailbox, manyMailboxes, sevenMailboxes } from '../../../testing/serving-mailboxes.ts';

const question = (userName: string) => page.getByRole('alertdialog', { name: `Delete ${userName}@bluebottle.coffee?` });
const confirm = () => page.getByRole('button', { name: 'Delete mailbox' });
const ADD_ON = {
  addons: [{ id: '00000000-0000-4000-8000-000000000071', type: 'storage_addon', status: 'active' as const }],
  addonHeadings: ['Extra storage'],
};

test('a plain mailbox is deleted after one question that says what is lost [MBX-04]', async () => {
  const { api } = await openAdministration();
  await choose('bert', 'Delete');
  await expect.element(question('bert')).toMatchTextContent(/28.9\sGB of mail in it will be deleted/);
  await expect.element(question('bert').getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await confirm().click();
  await expect.element(page.getByText('bert@bluebottle.coffee has been deleted.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Bert Maas/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('6 mailboxes', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/6 of 10 paid mailboxes/)).toBeVisible();
  expect(api.callsOf('deleteMailbox').map(({ input }) => input)).toEqual([{ email: 'bert@bluebottle.coffee' }]);
});

test.for([
  ['an admin', 'dev', {}, [/no longer be able to manage/], [/catch-all/]],
  ['a catch-all', 'orders', {}, [/It is the catch-all/], [/no longer be able to manage/]],
  ['an admin and catch-all', 'orders', { isAdmin: true }, [/It is the catch-all/, /no longer be able to manage/], []],
] as const)('deleting %s says what else ends with it [MBX-04]', async ([, userName, changes, said, unsaid]) => {
  await openAdministration({ mailboxes: sevenMailboxesWith(userName, changes) });
  await choose(userName, 'Delete');
  for (const text of said) await expect.element(question(userName)).toMatchTextContent(text);
  for (const text of unsaid) await expect.element(question(userName)).not.toMatchTextContent(text);
});

test('the last active admin can not be deleted: the dialog only closes [MBX-04, MBX-07]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('dev', { status: 'suspended' }) });
  await choose('ada', 'Delete');
  const blocked = page.getByRole('dialog', { name: 'Ada Fields is the only active admin' });
  await expect.element(blocked).toBeVisible();
  await expect.element(confirm()).not.toBeInTheDocument();
  await expectAccessible();
  await blocked.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(blocked).not.toBeInTheDocument();
  expect(api.callsOf('deleteMailbox')).toEqual([]);
});

test('if the list is only partly loaded, the server says who is the last admin [MBX-04, MBX-07]', async () => {
  const mailboxes = [aMailbox('Ada Fields', 'ada', { isAdmin: true }), ...manyMailboxes(150)];
  await openAdministration({
    mailboxes,
    limit: 500,
    handlers: {
      deleteMailbox: () => {
        throw refusal('LAST_ADMIN');
      },
    },
  });
  await choose('ada', 'Delete');
  await confirm().click();
  await expect.element(page.getByRole('dialog', { name: 'Ada Fields is the only active admin' })).toBeVisible();
  await expect.element(question('ada')).not.toBeInTheDocument();
});

test('a mailbox with add-ons gets a warning first; if it is no admin, the warning itself deletes [MBX-04]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('bert', ADD_ON) });
  await choose('bert', 'Delete');
  await expect
    .element(question('bert'))
    .toMatchTextContent(/This mailbox has an add-on \(Extra storage\), which will be deleted with it/);
  await expectAccessible();
  await confirm().click();
  await expect.element(page.getByText('bert@bluebottle.coffee has been deleted.')).toBeVisible();
  expect(api.callsOf('deleteMailbox')).toHaveLength(1);
});

test('for an admin with an add-on the warning leads to the question [MBX-04]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('dev', ADD_ON) });
  await choose('dev', 'Delete');
  await expect.element(confirm()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(question('dev')).toMatchTextContent(/no longer be able to manage/);
  expect(api.callsOf('deleteMailbox')).toEqual([]);
  await confirm().click();
  await expect.element(page.getByText('dev@bluebottle.coffee has been deleted.')).toBeVisible();
});

test('deleting the own mailbox says that it signs the person out [MBX-04]', async () => {
  const all = sevenMailboxes();
  await openAdministration({ mailboxes: all, signedIn: aLogin({ token: 'own-delete', accountId: all[4]!.id }) });
  await choose('dev', 'Delete');
  await expect.element(question('dev')).toMatchTextContent(/This is your own mailbox/);
});

test('a deletion that fails says so and can be tried again [MBX-04]', async () => {
  await openAdministration({
    handlers: {
      deleteMailbox: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await choose('bert', 'Delete');
  await confirm().click();
  await expect.element(page.getByText('You are not allowed to do this. Ask an admin of your domain.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('row', { name: /Bert Maas/ })).toBeVisible();
});

const FORWARDERS = ['team@bluebottle.coffee', 'beans@bluebottle.coffee'];
/** The question about forwarders, after the server has refused to delete bert, the only recipient of two. */
async function askAboutForwarders() {
  const mailboxes = sevenMailboxes();
  const { api } = await openAdministration({
    mailboxes,
    handlers: {
      deleteMailbox: ({ forwardTo }) => {
        if (forwardTo === undefined) throw refusal('LAST_RECIPIENT', { attrs: { forwarders: FORWARDERS } });
        mailboxes.splice(0, 1);
        return {};
      },
    },
  });
  await choose('bert', 'Delete');
  await confirm().click();
  return { api, asked: page.getByRole('dialog', { name: 'Where should mail to these addresses go?' }) };
}
const BERT = 'bert@bluebottle.coffee';

test('another mailbox takes the place of a forwarder’s last one before it is deleted [MBX-04, FWD-01]', async () => {
  const { api, asked } = await askAboutForwarders();
  await expect.element(asked).toMatchTextContent(/team@bluebottle.coffee.*beans@bluebottle.coffee/);
  await expect.element(question('bert')).not.toBeInTheDocument();
  await expectAccessible();
  await confirm().click();
  await expect.element(page.getByText('Choose a mailbox.')).toBeVisible();
  await asked.getByRole('combobox', { name: 'Deliver to' }).fill('orders');
  await page.getByRole('option', { name: /orders@/ }).click();
  await confirm().click();
  await expect.element(page.getByText(`${BERT} has been deleted.`)).toBeVisible();
  const [, call] = api.callsOf('deleteMailbox');
  expect(call?.input).toEqual({ email: BERT, forwardTo: 'orders@bluebottle.coffee' });
});

test('forwarders that deliver only to a mailbox are deleted with it if the person says so [MBX-04, FWD-01]', async () => {
  const { api, asked } = await askAboutForwarders();
  await asked.getByRole('radio', { name: /^Delete the forwarders/ }).click();
  await confirm().click();
  await expect.element(page.getByText(`${BERT} has been deleted.`)).toBeVisible();
  await expect.element(asked).not.toBeInTheDocument();
  expect(api.callsOf('deleteMailbox').map(({ input }) => input)).toEqual([
    { email: BERT },
    { email: BERT, forwardTo: null },
  ]);
});

const theLast = () => [aMailbox('Ada Fields', 'ada', { isAdmin: true, quotaUsed: 40 })];

test('the last mailbox is replaced: one call creates and deletes, with the admin right locked [MBX-04, MBX-02]', async () => {
  const mailboxes = theLast();
  const [last] = mailboxes;
  const { api } = await openAdministration({ mailboxes });
  await choose('ada', 'Delete');
  const form = page.getByRole('dialog', { name: 'Replace ada@bluebottle.coffee' });
  await expect.element(form).toBeVisible();
  const admin = form.getByRole('switch', { name: 'Make them an admin' });
  await expect.element(admin).toBeChecked();
  await expect.element(admin).toBeDisabled();
  await expectAccessible();
  await form.getByRole('textbox', { name: 'Who is it for?' }).fill('Zoe Quinn');
  await form.getByRole('textbox', { name: 'Address' }).fill('zoe');
  await form.getByRole('textbox', { name: /Alternate email/ }).fill('zoe@home.example');
  await form.getByRole('button', { name: 'Create and delete' }).click();
  const created = page.getByRole('dialog', { name: 'Mailbox created' });
  await expect
    .element(created)
    .toMatchTextContent(/zoe@bluebottle.coffee is ready. ada@bluebottle.coffee has been deleted./);
  await expectAccessible();
  const [call] = api.callsOf('replaceMailbox');
  expect(call?.input).toEqual({
    orderId: '00000000-0000-4000-8000-000000000011',
    bundleId: '00000000-0000-4000-8000-000000000001',
    oldAccountId: last!.id,
    email: 'zoe@bluebottle.coffee',
    displayName: 'Zoe Quinn',
    password: expect.stringMatching(/.{16}/),
    alternateEmail: 'zoe@home.example',
  });
  expect(api.callsOf('deleteMailbox').concat(api.callsOf('createMailbox'))).toEqual([]);
  await created.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('row', { name: /Zoe Quinn/ })).toHaveAttribute('data-selected');
  await expect.element(page.getByRole('row', { name: /Ada Fields/ })).not.toBeInTheDocument();
});

test('after replacing the own mailbox the new password stays on the screen, although the session has ended [MBX-04]', async () => {
  const mailboxes = theLast();
  await openAdministration({
    mailboxes,
    signedIn: aLogin({ token: 'own-replacement', accountId: mailboxes[0]!.id }),
  });
  await choose('ada', 'Delete');
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Zoe Quinn');
  await page.getByRole('textbox', { name: 'Address' }).fill('zoe');
  await page.getByRole('button', { name: 'Create and delete' }).click();
  const created = page.getByRole('dialog', { name: 'Mailbox created' });
  await expect.element(created).toBeVisible();
  forceSignOut('Your session has ended.');
  await expect.element(created).toMatchTextContent(/zoe@bluebottle.coffee is ready/);
  expect(page.getByText('Your session has ended.').elements()).toEqual([]);
  await created.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText('Your session has ended.')).toBeVisible();
});

test('a taken address is reported at the field of the replacement [MBX-04]', async () => {
  await openAdministration({
    mailboxes: theLast(),
    handlers: {
      replaceMailbox: () => {
        throw refusal('EMAIL_EXISTS');
      },
    },
  });
  await choose('ada', 'Delete');
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Address' }).fill('ada');
  await page.getByRole('button', { name: 'Create and delete' }).click();
  await expect.element(page.getByText('Not available. Please use a different email')).toBeVisible();
});

test('if the other mailbox has been deleted meanwhile, the deletion turns into a replacement [MBX-04]', async () => {
  await openAdministration({
    mailboxes: [...theLast(), aMailbox('Bo', 'bo', { isAdmin: true })],
    handlers: {
      deleteMailbox: () => {
        throw refusal('LAST_ACCOUNT');
      },
    },
  });
  await choose('ada', 'Delete');
  await confirm().click();
  await expect.element(page.getByRole('dialog', { name: 'Replace ada@bluebottle.coffee' })).toBeVisible();
});
