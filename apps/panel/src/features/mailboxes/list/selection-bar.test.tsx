import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aLogin } from '../../../testing/samples.ts';
import { openMailboxes, PHONE } from '../../../testing/open-mailboxes.tsx';
import { manyMailboxes } from '../../../testing/serving-mailboxes.ts';

const box = (userName: string) => page.getByRole('checkbox', { name: `Select ${userName}@bluebottle.coffee` });
const all = () => page.getByRole('checkbox', { name: 'Select all in the list' });
const bar = () => page.getByRole('toolbar', { name: 'Actions for the selected mailboxes' });

/** A preview without problems, and a job that is finished at once. */
const DOING = {
  previewBulk: ({ rows = [] }: { rows?: { email: string }[] | undefined }) => ({
    previewId: '00000000-0000-4000-9000-00000000b002',
    rows: rows.map(({ email }, place) => ({ row: place + 1, email, ok: true, effect: 'suspend' as const })),
    ignoredColumns: [],
    priceEffect: {
      limit: 10,
      activeBefore: 7,
      activeAfter: 7,
      missingPlaces: 0,
      price: { amount: '0.00', currency: 'EUR' as const },
      billingCycle: null,
    },
  }),
  startBulk: () => ({ jobId: '00000000-0000-4000-9000-00000000b002' }),
  readBulk: () => ({ kind: 'suspend' as const, status: 'finished' as const, done: 2, failed: 0, total: 2, rows: [] }),
};

test('mailboxes are selected by keyboard, in search results too, and suspended together after a preview [MBX-05]', async () => {
  const { api, location } = await openMailboxes({ handlers: DOING });
  await expect.element(box('bert')).toBeVisible();
  (box('bert').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(bar().getByText('1 selected')).toBeVisible();
  await page.getByRole('searchbox').fill('dev');
  await expect.element(box('bert')).not.toBeInTheDocument();
  await box('dev').click();
  await expect.element(bar().getByText('2 selected')).toBeVisible();
  await expectAccessible();
  await bar().getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: '2 mailboxes will be suspended' })).toBeVisible();
  await expectAccessible();
  expect(api.callsOf('startBulk')).toEqual([]);
  await page.getByRole('textbox', { name: /Reason/ }).fill(' On leave ');
  await page.getByRole('button', { name: 'Suspend 2 mailboxes' }).click();
  await expect.element(page.getByText('2 mailboxes suspended')).toBeVisible();
  expect(location().search).toContain('job=');
  const sent = api.callsOf('previewBulk').at(-1)?.input;
  expect(sent).toMatchObject({ kind: 'suspend', reason: 'On leave' });
  expect(sent?.['rows']).toEqual([{ email: 'bert@bluebottle.coffee' }, { email: 'dev@bluebottle.coffee' }]);
});

test('Escape or a wrong password at the question leaves the action as it was, and back in the list, as it was filtered, the same mailboxes are selected [MBX-05] [MBX-04]', async () => {
  const answers = [refusal('PASSWORD_NEEDED')];
  const { api, location, history } = await openMailboxes({
    path: '/email-accounts?q=e&status=active',
    handlers: {
      ...DOING,
      startBulk: () => {
        throw answers.pop() ?? refusal('PREVIEW_EXPIRED');
      },
      confirmPassword: () => {
        throw refusal('VALIDATION_FAILED', {
          attrs: { fields: [{ path: 'password', code: 'WRONG_PASSWORD', message: '' }] },
        });
      },
    },
  });
  const ask = () => page.getByRole('button', { name: 'Send 2 links' });
  await box('bert').click();
  await box('dev').click();
  await bar().getByRole('button', { name: 'Reset password', exact: true }).click();
  await ask().click();
  await page.getByRole('dialog').getByLabelText('Password', { exact: true }).fill('Not-the-password-1!');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText("This isn't your password. Try again.")).toBeVisible();
  await page.getByRole('dialog').getByLabelText('Password', { exact: true }).fill('');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText("You didn't confirm your password, so nothing was changed.")).toBeVisible();
  // The check was too old by then: it is made again.
  await ask().click();
  await expect.element(page.getByText(/^This check is too old/)).toBeVisible();
  await expect.poll(() => api.callsOf('previewBulk').length).toBe(2);
  await expect.element(ask()).toBeVisible();
  history.back();
  await expect.element(bar().getByText('2 selected')).toBeVisible();
  expect(location().href).toBe('/email-accounts?q=e&status=active');
  await expect.element(box('dev')).toBeChecked();
  // By the button it is the same.
  await bar().getByRole('button', { name: 'Reset password', exact: true }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.element(bar().getByText('2 selected')).toBeVisible();
  expect(location().href).toBe('/email-accounts?q=e&status=active');
  // Given up by going elsewhere, or by another choice.
  await box('dev').click();
  await expect.poll(() => sessionStorage.getItem('postern.bulk-selection')).toBeNull();
  await bar().getByRole('button', { name: 'Reset password', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Send 1 link' })).toBeVisible();
  history.push('/security');
  await expect.poll(() => sessionStorage.getItem('postern.bulk-selection')).toBeNull();
  history.push('/email-accounts/bulk?action=resetPassword');
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  await expect.element(box('bert')).not.toBeChecked();
  expect(api.callsOf('startBulk')).toHaveLength(2);
});

test('a press with Shift selects, and deselects, all rows from the last one to this [MBX-05]', async () => {
  await openMailboxes({ handlers: DOING });
  await expect.element(box('bert')).toBeVisible();
  const boxes = () => [...document.querySelectorAll('tr[data-mailbox] [role=checkbox]')];
  const withShift = (place: number) =>
    boxes()[place]?.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
  (boxes()[3] as HTMLElement).click();
  await expect.element(bar().getByText('1 selected')).toBeVisible();
  withShift(1);
  await expect.element(bar().getByText('3 selected')).toBeVisible();
  withShift(2);
  await expect.element(bar().getByText('1 selected')).toBeVisible();
});

test('each row is one Tab stop, and the arrow keys move between rows and within one [MBX-01]', async () => {
  await openMailboxes({ handlers: DOING });
  await expect.element(box('bert')).toBeVisible();
  const menu = (userName: string) => page.getByRole('button', { name: `Actions for ${userName}@bluebottle.coffee` });
  const stops = () =>
    [...document.querySelectorAll('tr[data-mailbox]')].map(
      (row) =>
        [...row.querySelectorAll<HTMLElement>('button, a[href], [role=checkbox]')].filter((one) => one.tabIndex === 0)
          .length,
    );
  await expect.poll(stops).toEqual([1, 1, 1, 1, 1, 1, 1]);
  (box('ada').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(box('bert')).toHaveFocus();
  await userEvent.keyboard(' {ArrowRight}');
  await expect.element(bar().getByText('1 selected')).toBeVisible();
  await expect.element(menu('bert')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Tab}');
  await expect.element(menu('bert')).toHaveFocus();
  expect(stops()).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Suspend', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu('bert')).toHaveFocus();
  await expectAccessible();
});

test('all results of a search are selected across pages except those that are deselected, and Escape deselects all [MBX-04]', async () => {
  const { api } = await openMailboxes({ mailboxes: manyMailboxes(250), limit: 500, handlers: DOING });
  await all().click();
  await expect.element(bar().getByText('100 selected')).toBeVisible();
  await bar().getByRole('button', { name: 'Select all 250' }).click();
  await expect.element(bar().getByText('250 selected')).toBeVisible();
  await box('person-000002').click();
  await expect.element(bar().getByText('249 selected')).toBeVisible();
  await expect.element(all()).toHaveAttribute('aria-checked', 'mixed');
  await bar().getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => api.callsOf('previewBulk').length).toBeGreaterThan(0);
  expect(api.callsOf('previewBulk')[0]?.input).toMatchObject({
    kind: 'delete',
    matching: { q: '', except: ['person-000002@bluebottle.coffee'] },
  });
  await page.getByRole('link', { name: 'Mailboxes' }).first().click();
  await box('person-000001').click();
  await expect.element(bar()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
});

test('the bar goes with the selection, and the focus stays in the list: at a box that was ticked, on a phone at the button [MBX-05]', async () => {
  await openMailboxes({ handlers: DOING });
  const clear = () => bar().getByRole('button', { name: 'Clear selection' });
  await box('bert').click();
  (clear().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bar()).not.toBeInTheDocument();
  await expect.element(box('bert')).toHaveFocus();
  await box('cleo').click();
  (bar().getByRole('button', { name: 'Delete' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(box('cleo')).toHaveFocus();
  await page.viewport(...PHONE);
  const select = page.getByRole('button', { name: 'Select', exact: true });
  await select.click();
  await box('bert').click();
  (clear().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(select).toHaveFocus();
});

test('on a phone a button shows the checkboxes, and they disappear with the selection [MBX-05]', async () => {
  await openMailboxes({ viewport: PHONE, handlers: DOING });
  await expect.element(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
  await expect.element(box('bert')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect.element(bar().getByText('None selected')).toBeVisible();
  await box('bert').click();
  await expect.element(bar().getByText('1 selected')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
  await bar().getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(box('bert')).not.toBeInTheDocument();
});

test('a selection made on a wide screen stays visible when the window becomes as narrow as a phone [MBX-05]', async () => {
  await openMailboxes({ handlers: DOING });
  await box('bert').click();
  await expect.element(bar().getByText('1 selected')).toBeVisible();
  await page.viewport(...PHONE);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'bert@' })).toBeVisible();
  await expect.element(box('bert')).toBeChecked();
  await expect.element(box('dev')).not.toBeChecked();
});

test('support sees the list without checkboxes [SUP-01]', async () => {
  const login = aLogin({ token: 'bulk-support' });
  await openMailboxes({ signedIn: { ...login, actor: { ...login.actor, role: 'partnerSupport' } } });
  await expect.element(page.getByRole('row', { name: /Ada Fields/ })).toBeVisible();
  await expect.element(all()).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Create several' })).not.toBeInTheDocument();
});
