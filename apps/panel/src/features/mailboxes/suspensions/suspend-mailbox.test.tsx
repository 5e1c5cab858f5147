import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { gate, refusal } from '../../../testing/fake-api.ts';
import { aLogin } from '../../../testing/samples.ts';
import { actionsOf, choose, openAdministration, sevenMailboxesWith } from '../testing/open-dialog.ts';
import { PHONE } from '../../../testing/open-mailboxes.tsx';
import { othersSuspension, ownSuspension } from '../testing/serving-administration.ts';
import { sevenMailboxes } from '../../../testing/serving-mailboxes.ts';

const row = (name: RegExp) => page.getByRole('row', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const status = () => row(/Cleo/).getByRole('button', { name: 'Suspended' });

test('a mailbox is suspended for a reason, and its row says so [MBX-05]', async () => {
  const { api } = await openAdministration();
  await choose('bert', 'Suspend');
  await expect.element(page.getByRole('textbox', { name: /Reason/ })).toHaveFocus();
  await expectAccessible();
  await page.getByRole('textbox', { name: /Reason/ }).fill('  On leave until May ');
  await dialog('Suspend Bert Maas?').getByRole('button', { name: 'Suspend' }).click();
  await expect.element(page.getByText('bert@bluebottle.coffee is suspended.')).toBeVisible();
  await expect.element(row(/Bert Maas/)).toMatchTextContent(/Suspended/);
  expect(api.callsOf('suspendMailbox')[0]?.input).toEqual({
    email: 'bert@bluebottle.coffee',
    suspensionType: 'On leave until May',
  });
  await expect.element(actionsOf('bert')).toHaveFocus();
  await actionsOf('bert').click();
  await expect.element(page.getByRole('menuitem', { name: 'Unsuspend' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Suspend', exact: true })).not.toBeInTheDocument();
});

test('the toast takes a suspension back, and only that one; a refusal is told [MBX-05]', async () => {
  const { api } = await openAdministration();
  await choose('bert', 'Suspend');
  await page.getByRole('textbox', { name: /Reason/ }).fill('On leave');
  await dialog('Suspend Bert Maas?').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row(/Bert Maas/)).toMatchTextContent(/Active/);
  const wish = { email: 'bert@bluebottle.coffee', suspensionType: 'On leave' };
  expect(api.callsOf('unsuspendMailbox').map(({ input }) => input)).toEqual([wish]);
  api.use({
    unsuspendMailbox: () => {
      throw refusal('NOT_AUTHORIZED');
    },
  });
  await choose('dev', 'Suspend');
  await dialog('Suspend Dev Patel?').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('You are not allowed to do this. Ask an admin of your domain.')).toBeVisible();
  await expect.element(row(/Dev Patel/)).toMatchTextContent(/Suspended/);
});

test('a suspension needs no reason, and is sent once however often the button is pressed [MBX-05]', async () => {
  const wait = gate();
  const all = sevenMailboxes();
  const { api } = await openAdministration({
    mailboxes: all,
    handlers: {
      suspendMailbox: async () => {
        await wait.closed;
        return { account: { ...all[2]!, status: 'suspended' } };
      },
    },
  });
  await choose('bert', 'Suspend');
  await expect.element(dialog('Suspend Bert Maas?')).toBeVisible();
  const form = document.querySelector('[role=dialog] form') as HTMLFormElement;
  form.requestSubmit();
  form.requestSubmit();
  await expect.element(dialog('Suspend Bert Maas?').getByRole('button', { name: 'Cancel' })).toBeDisabled();
  wait.open();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.callsOf('suspendMailbox').map(({ input }) => input['suspensionType'])).toEqual(['']);
});

test('a reason longer than the limit is refused before it is sent [MBX-05]', async () => {
  const { api } = await openAdministration();
  await choose('bert', 'Suspend');
  await page.getByRole('textbox', { name: /Reason/ }).fill('x'.repeat(501));
  await expect.element(page.getByText('Use at most 500 characters.')).toBeVisible();
  await dialog('Suspend Bert Maas?').getByRole('button', { name: 'Suspend' }).click();
  expect(api.callsOf('suspendMailbox')).toEqual([]);
});

test('suspending the own mailbox says that it signs the person out [MBX-05]', async () => {
  const all = sevenMailboxes();
  const own = all[0]!;
  await openAdministration({ mailboxes: all, signedIn: aLogin({ token: 'own-suspend', accountId: own.id }) });
  await choose('ada', 'Suspend');
  await expect.element(page.getByText('This is your own mailbox. You will be signed out at once.')).toBeVisible();
});

test('the last active admin can not be suspended: the dialog only closes [MBX-05, MBX-07]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('dev', { status: 'suspended' }) });
  await choose('ada', 'Suspend');
  await expect.element(dialog('Ada Fields is the only active admin')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.callsOf('suspendMailbox')).toEqual([]);
});

test('a refusal of the server is shown in the dialog, and what was typed stays [MBX-05]', async () => {
  await openAdministration({
    handlers: {
      suspendMailbox: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await choose('bert', 'Suspend');
  await page.getByRole('textbox', { name: /Reason/ }).fill('Left');
  await dialog('Suspend Bert Maas?').getByRole('button', { name: 'Suspend' }).click();
  await expect.element(page.getByText('You are not allowed to do this. Ask an admin of your domain.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: /Reason/ })).toHaveValue('Left');
});

test('hovering the status shows the reasons: the viewer’s own, and others’ with a link to support [MBX-05]', async () => {
  const { api } = await openAdministration({ suspensions: [ownSuspension('On leave'), othersSuspension('')] });
  await status().hover();
  await expect.element(page.getByRole('heading', { name: 'Your suspension', exact: true })).toBeVisible();
  await expect.element(page.getByText('On leave')).toBeVisible();
  await expect.element(page.getByText('ada@bluebottle.coffee, Nov 2, 2026')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Suspended by others' })).toBeVisible();
  await expect.element(page.getByText('No reason given')).toBeVisible();
  await expect.element(page.getByText('Harbour Mail, Nov 2, 2026')).toBeVisible();
  await expect.element(page.getByText('sam@harbour.test')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'help@harbour.test' }))
    .toHaveAttribute('href', 'mailto:help@harbour.test');
  await expectAccessible();
  expect(api.callsOf('listSuspensions')).toHaveLength(1);
});

test('moving to the status by keyboard opens the reasons, Escape closes them, and the focus stays [MBX-05]', async () => {
  await openAdministration({ suspensions: [ownSuspension('On leave')] });
  await expect.element(status()).toBeVisible();
  (page.getByRole('checkbox', { name: 'Select cleo@bluebottle.coffee' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('On leave')).toBeVisible();
  await expect.element(status()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('On leave')).not.toBeInTheDocument();
  await expect.element(status()).toHaveFocus();
});

test('a tap on the status of a phone opens the reasons [MBX-05]', async () => {
  await openAdministration({ viewport: PHONE, suspensions: [ownSuspension('On leave')] });
  await page.getByRole('button', { name: 'Suspended' }).click();
  await expect.element(page.getByText('On leave')).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});

test('a mailbox whose list of suspensions comes back empty is active again [MBX-05]', async () => {
  await openAdministration({ suspensions: [] });
  await status().hover();
  await expect.element(row(/Cleo/)).toMatchTextContent(/Active/);
});

test('when the reasons can not be read, a toast says so [MBX-05]', async () => {
  await openAdministration({
    handlers: {
      listSuspensions: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await status().click();
  await expect.element(page.getByText("We couldn't load why this mailbox is suspended.")).toBeVisible();
  await expect.element(row(/Cleo/)).toMatchTextContent(/Suspended/);
});

test('lifting the only suspensions makes the mailbox active [MBX-05]', async () => {
  const { api } = await openAdministration({ suspensions: [ownSuspension('On leave')] });
  await choose('cleo', 'Unsuspend');
  await expect.element(page.getByText('cleo@bluebottle.coffee can sign in and send again at once.')).toBeVisible();
  await expectAccessible();
  await dialog('Unsuspend Cleo Papadaki?').getByRole('button', { name: 'Unsuspend' }).click();
  await expect.element(page.getByText('cleo@bluebottle.coffee is active again.')).toBeVisible();
  await expect.element(row(/Cleo/)).toMatchTextContent(/Active/);
  expect(api.callsOf('unsuspendMailbox')[0]?.input).toEqual({ email: 'cleo@bluebottle.coffee' });
});

test("others' suspensions keep it suspended, and the dialog says so before and after [MBX-05]", async () => {
  await openAdministration({ suspensions: [ownSuspension('On leave'), othersSuspension('Sends spam')] });
  await choose('cleo', 'Unsuspend');
  await expect.element(page.getByText(/stays suspended until the others lift theirs/)).toBeVisible();
  await expect.element(page.getByText('Sends spam')).toBeVisible();
  await dialog('Unsuspend Cleo Papadaki?').getByRole('button', { name: 'Unsuspend' }).click();
  await expect
    .element(page.getByText('Your suspension is lifted. cleo@bluebottle.coffee is still suspended by others.'))
    .toBeVisible();
  await expect.element(row(/Cleo/)).toMatchTextContent(/Suspended/);
});

test('a mailbox that only others suspended can not be unsuspended; the dialog links to support [MBX-05]', async () => {
  const { api } = await openAdministration({ suspensions: [othersSuspension('Sends spam')] });
  await choose('cleo', 'Unsuspend');
  await expect.element(page.getByText('You are not allowed to unsuspend accounts')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'help@harbour.test' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Unsuspend' })).not.toBeInTheDocument();
  await expectAccessible();
  expect(api.callsOf('unsuspendMailbox')).toEqual([]);
});

test('if the server refuses to unsuspend, the dialog says that it is not allowed [MBX-05]', async () => {
  await openAdministration({
    suspensions: [ownSuspension('On leave')],
    handlers: {
      unsuspendMailbox: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await choose('cleo', 'Unsuspend');
  await page.getByRole('button', { name: 'Unsuspend' }).click();
  await expect.element(page.getByText('You are not allowed to unsuspend accounts')).toBeVisible();
});

test('the reasons lead to the unsuspend dialog, and the focus returns [MBX-05]', async () => {
  await openAdministration({ suspensions: [ownSuspension('On leave')] });
  await status().click();
  await page.getByRole('button', { name: 'Unsuspend' }).click();
  await expect.element(dialog('Unsuspend Cleo Papadaki?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(status().element());
});
