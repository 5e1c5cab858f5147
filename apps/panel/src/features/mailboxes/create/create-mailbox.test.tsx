import { newPasswordProblems } from '@postern/domain/passwords';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forceSignOut } from '../../../lib/access/sign-out.ts';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../../testing/fake-api.ts';
import { aPartner } from '../../../testing/samples.ts';
import { openMailboxes, PHONE } from '../../../testing/open-mailboxes.tsx';
import { manyMailboxes, sevenMailboxes } from '../../../testing/serving-mailboxes.ts';

const dialog = () => page.getByRole('dialog', { name: 'Create a mailbox' });
const who = () => page.getByRole('textbox', { name: 'Who is it for?' });
const address = () => page.getByRole('textbox', { name: 'Address' });
const password = () => page.getByRole('textbox', { name: 'Password' });
const generate = () => page.getByRole('switch', { name: 'Generate a strong password' });
const submit = () => dialog().getByRole('button', { name: 'Create mailbox' });
const valueOf = (field: ReturnType<typeof password>) => (field.element() as HTMLInputElement).value;

async function openForm(options: Parameters<typeof openMailboxes>[0] = {}) {
  const opened = await openMailboxes(options);
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(who()).toHaveFocus();
  return opened;
}
async function fill(name = 'Bob Quinn', userName = 'bob') {
  await who().fill(name);
  await address().fill(userName);
}

test('a mailbox is created with a generated password, and is highlighted at its place in the list [MBX-02]', async () => {
  const { api } = await openForm();
  await expectAccessible();
  await fill();
  const generated = valueOf(password());
  await expect.element(password()).toHaveAttribute('readonly');
  expect(generated.length).toBeGreaterThanOrEqual(16);
  expect(newPasswordProblems(generated)).toEqual([]);
  await submit().click();
  await expect.element(page.getByRole('dialog', { name: 'Mailbox created' })).toBeVisible();
  await expect.element(page.getByText('bob@bluebottle.coffee is ready.')).toBeVisible();
  await expectAccessible();
  expect(api.callsOf('createMailbox').map((call) => call.input)).toEqual([
    { email: 'bob@bluebottle.coffee', displayName: 'Bob Quinn', password: generated, isAdmin: false },
  ]);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Bob Quinn/ });
  await expect.element(row).toHaveAttribute('data-selected');
  await expect.element(row).toHaveAttribute('aria-rowindex', '5');
  await expect.element(page.getByText('8 mailboxes', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/8 of 10 paid mailboxes/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create mailbox' })).toHaveFocus();
});

test('mailboxes that are created one after the other are counted [MBX-02]', async () => {
  await openForm();
  await fill();
  await submit().click();
  await expect.element(page.getByText('bob@bluebottle.coffee is ready.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create another' }).click();
  await fill('Cleo Day', 'cleo');
  await submit().click();
  await expect
    .element(page.getByText("cleo@bluebottle.coffee is ready. You've created 2 mailboxes just now."))
    .toBeVisible();
});

test('the created password is shown, copied alone and copied together with the address [MBX-02, MBX-12]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openForm();
  await fill();
  const generated = valueOf(password());
  await submit().click();
  const panel = page.getByRole('dialog', { name: 'Mailbox created' });
  await expect.element(panel.getByText(generated)).not.toBeInTheDocument();
  await panel.getByRole('button', { name: 'Show password' }).click();
  await expect.element(panel.getByText(generated)).toBeVisible();
  await panel.getByRole('button', { name: 'Copy Password' }).click();
  await expect.poll(() => write.mock.lastCall).toEqual([generated]);
  await panel.getByRole('button', { name: 'Copy both' }).click();
  await expect
    .poll(() => write.mock.lastCall)
    .toEqual([`Email address: bob@bluebottle.coffee\nPassword: ${generated}`]);
  await expect
    .element(panel.getByRole('link', { name: 'Open webmail' }))
    .toHaveAttribute('href', 'https://webmail.harbour.test/');
  write.mockRestore();
});

test('everything works by keyboard, and the focus returns to where it was [MBX-02]', async () => {
  const { api } = await openMailboxes();
  const create = page.getByRole('button', { name: 'Create mailbox' });
  await expect.element(create).toBeVisible();
  (create.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(who()).toHaveFocus();
  await userEvent.keyboard('Bob Quinn{Tab}Bob{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Mailbox created' })).toBeVisible();
  expect(api.callsOf('createMailbox')[0]?.input['email']).toBe('bob@bluebottle.coffee');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(create).toHaveFocus();
});

test('fields show no problem before they are touched, and all of theirs on submit [MBX-02]', async () => {
  const { api } = await openForm();
  await address().click();
  await who().click();
  await expect.element(page.getByText('Say who the mailbox is for.')).not.toBeInTheDocument();
  await generate().click();
  await submit().click();
  for (const text of [
    'Say who the mailbox is for.',
    'Enter the part before the @.',
    'Enter a password, or let us generate one.',
  ]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await expect.element(who()).toHaveFocus();
  await expectAccessible();
  expect(api.callsOf('createMailbox')).toEqual([]);
});

test.for([
  ['short1!', 'Use at least 8 characters.'],
  [`${'Xq7!'.repeat(25)}x`, 'Use at most 100 characters.'],
  ['longenough', 'Use at least one letter, one digit and one symbol.'],
  ['with space1!', "Leave out spaces. Sign-in forms don't accept them."],
  ['P@ssw0rd2024!', 'This password is too easy to guess. Choose another one.'],
] as const)('the password %s is refused in words [MBX-02]', async ([typed, text]) => {
  await openForm();
  await generate().click();
  await password().fill(typed);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(password()).toHaveAttribute('aria-invalid', 'true');
});

test('the password rules are checked off while a password is typed [MBX-02]', async () => {
  await openForm();
  await generate().click();
  await password().fill('abc');
  await expect.element(page.getByText(/^a letter/)).toHaveAttribute('data-met', 'true');
  await expect.element(page.getByText(/^a digit/)).toHaveAttribute('data-met', 'false');
  await password().fill('abc1!');
  await expect.element(page.getByText(/^a digit/)).toHaveAttribute('data-met', 'true');
  await expect.element(page.getByText(/^8 to 100 characters/)).toHaveAttribute('data-met', 'false');
  await password().fill('abc1!xyz9');
  await expect.element(page.getByText(/^8 to 100 characters/)).toHaveAttribute('data-met', 'true');
  await expectAccessible();
});

test('an alternate email is optional, but must be a valid address other than the mailbox itself [MBX-02]', async () => {
  await openForm();
  const alternate = page.getByRole('textbox', { name: /Alternate email/ });
  await alternate.fill('bob@home');
  await who().click();
  await expect
    .element(page.getByText("This isn't a complete email address. It looks like name@example.com."))
    .toBeVisible();
  await address().fill('bob');
  await alternate.fill('Bob@bluebottle.coffee');
  await expect.element(page.getByText(/^Enter a complete address other than the mailbox's own/)).toBeVisible();
  await alternate.fill('');
  await expect.element(alternate).not.toHaveAttribute('aria-invalid', 'true');
});

test('a whole address of the domain, pasted, becomes the user name [MBX-02]', async () => {
  await openForm();
  await address().fill('Bob@BlueBottle.coffee');
  await expect.element(address()).toHaveValue('Bob');
});

test('a taken address is reported at the user name until that is changed [MBX-02]', async () => {
  await openForm({
    handlers: {
      createMailbox: () => {
        throw refusal('EMAIL_EXISTS');
      },
    },
  });
  await fill('Ada', 'ada');
  await submit().click();
  await expect.element(page.getByText('Not available. Please use a different email')).toBeVisible();
  await expect.element(address()).toHaveFocus();
  await expectAccessible();
  await address().fill('ada2');
  await expect.element(page.getByText('Not available. Please use a different email')).not.toBeInTheDocument();
});

test.for([
  ['RESERVED', "This address can't be used. Choose another one."],
  ['TOP_BRAND', 'This is the name of a well-known company. Choose another name.'],
] as const)('a field that only the server can judge is marked where it stands: %s [MBX-02]', async ([code, text]) => {
  await openForm({
    handlers: {
      createMailbox: () => {
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'email', code, message: '' }] } });
      },
    },
  });
  await fill('Boss', 'postmaster');
  await submit().click();
  await expect.element(page.getByText(text)).toBeVisible();
});

test('when the mail server is down, a retry sends the same content with the same key [MBX-02]', async () => {
  const { api } = await openForm({
    handlers: {
      createMailbox: () => {
        throw refusal('MAIL_BACKEND_UNAVAILABLE');
      },
    },
  });
  await fill();
  const generated = valueOf(password());
  await submit().click();
  await expect.element(page.getByText(/The mail server isn't answering/)).toBeVisible();
  await expect.element(password()).toHaveValue(generated);
  await expectAccessible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => api.callsOf('createMailbox')).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy');
  await address().fill('bob2');
  await submit().click();
  await expect.poll(() => api.callsOf('createMailbox')).toHaveLength(3);
  const [first, again, changed] = api.callsOf('createMailbox').map((call) => call.headers.get('Idempotency-Key'));
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

test('without a connection nothing is lost, and a retry uses the same key [MBX-02]', async () => {
  const { api } = await openForm({
    handlers: {
      createMailbox: () => {
        throw noConnection();
      },
    },
  });
  await fill();
  await submit().click();
  await expect.element(page.getByText(/We couldn't reach the server/)).toBeVisible();
  await expect.element(who()).toHaveValue('Bob Quinn');
  await submit().click();
  await expect.poll(() => api.callsOf('createMailbox')).toHaveLength(2);
  const [first, again] = api.callsOf('createMailbox').map((call) => call.headers.get('Idempotency-Key'));
  expect(again).toBe(first);
});

test('while the mailbox is being created, the form can be neither sent again nor closed [MBX-02]', async () => {
  const wait = gate();
  const [account] = sevenMailboxes();
  const { api } = await openForm({
    handlers: {
      createMailbox: async () => {
        await wait.closed;
        return { account: { ...account!, id: crypto.randomUUID() } };
      },
    },
  });
  await fill();
  const form = document.querySelector('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  (address().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Enter}{Escape}');
  await expectAccessible();
  await expect.element(dialog()).toBeVisible();
  wait.open();
  await expect.element(page.getByRole('dialog', { name: 'Mailbox created' })).toBeVisible();
  expect(api.callsOf('createMailbox')).toHaveLength(1);
});

test('what was typed is thrown away only after a question [MBX-02]', async () => {
  await openForm();
  await fill();
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Discard this mailbox?' });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(who()).toHaveValue('Bob Quinn');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(who()).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('another screen asks first, too, and the same question leads there or keeps what was typed [MBX-02]', async () => {
  const { history, location } = await openForm({ handlers: { readCatchAll: () => ({ email: null }) } });
  await fill();
  const question = page.getByRole('alertdialog', { name: 'Discard this mailbox?' });
  history.push('/catch-all-email');
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(who()).toHaveValue('Bob Quinn');
  expect(location().pathname).toBe('/email-accounts');
  history.push('/catch-all-email');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => location().pathname).toBe('/catch-all-email');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a session that ends leads to the login without a question [MBX-02]', async () => {
  await openForm();
  await fill();
  forceSignOut('Your session has ended.');
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the form says that the domain’s first mailbox is an admin, which isn’t asked, and the next one is asked about [MBX-02]', async () => {
  const { api } = await openMailboxes({ mailboxes: [] });
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  const admin = page.getByRole('switch', { name: 'Make them an admin' });
  await expect.element(admin).toBeChecked();
  await expect.element(admin).toBeDisabled();
  await expect.element(page.getByText(/The first mailbox is an admin\./)).toBeVisible();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Bob Quinn');
  await page.getByRole('textbox', { name: 'Address' }).fill('bob');
  await page.getByRole('dialog').getByRole('button', { name: 'Create mailbox' }).click();
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect.element(admin).not.toBeDisabled();
  await expect.element(admin).not.toBeChecked();
  // It isn't asked for: the server decides, and wants no password for it.
  expect(api.callsOf('createMailbox')).toMatchObject([{ input: { isAdmin: false } }]);
});

test('one more can be created right away, from an empty form [MBX-02]', async () => {
  await openForm();
  await fill();
  await submit().click();
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect.element(who()).toHaveValue('');
  await expect.element(who()).toHaveFocus();
  await fill('Cy Young', 'cy');
  await submit().click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('row', { name: /Cy Young/ })).toHaveAttribute('data-selected');
  await expect.element(page.getByText('9 mailboxes', { exact: true })).toBeVisible();
});

test('a new mailbox beyond the loaded rows is loaded, scrolled to and highlighted [MBX-02]', async () => {
  await openForm({ mailboxes: manyMailboxes(250), limit: 500 });
  await fill('Zoe Quinn', 'zoe');
  await submit().click();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Zoe Quinn/ });
  await expect.element(row).toHaveAttribute('data-selected');
  await expect.element(row).toBeInViewport();
  await expect.element(row).toHaveAttribute('aria-rowindex', '252');
});

test('a search that would hide the new mailbox is cleared [MBX-02]', async () => {
  const { location } = await openForm({ path: '/email-accounts?q=maas' });
  await fill();
  await submit().click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('row', { name: /Bob Quinn/ })).toHaveAttribute('data-selected');
  await expect.poll(() => location().search).toBe('');
});

test('where modals are pages, the form replaces the list until it is closed [MBX-02]', async () => {
  localStorage.setItem('view', 'widget');
  await openForm({ keepStorage: true, viewport: [720, 800] });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create a mailbox' })).toBeVisible();
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  await fill();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: 'Discard this mailbox?' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect.element(who()).toHaveValue('Bob Quinn');
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mailbox created' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Bob Quinn' })).toHaveAttribute('data-selected');
  localStorage.removeItem('view');
});

test('on a phone a button at the bottom opens the form, and there is no mailto link without an address [MBX-02]', async () => {
  const urls = { ...aPartner().urls, webmail: null };
  await openForm({ viewport: PHONE, handlers: { readPartnerInfo: () => aPartner({ urls }) } });
  await expectAccessible();
  await fill();
  await submit().click();
  await expect.element(page.getByRole('dialog', { name: 'Mailbox created' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open webmail' })).not.toBeInTheDocument();
});
