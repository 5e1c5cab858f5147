import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { saveOpenDrafts } from '../../lib/reload/drafts.ts';
import { aLogin } from '../../testing/samples.ts';
import { forgetListDraft } from './use-list-draft.ts';
import { PREVIEW_ID, servingBulk } from './testing/serving-bulk.ts';

const list = () => page.getByRole('textbox', { name: 'One mailbox per line' });
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const row = (name: RegExp) => page.getByRole('row', { name });

let opened = 0;
async function openCreateMany(options: Parameters<typeof renderPanel>[1] = {}) {
  opened += 1;
  const server = servingBulk();
  const signedIn = aLogin({ token: `bulk-${opened}` });
  const screen = await renderPanel('/email-accounts/bulk', {
    signedIn,
    ...options,
    handlers: { ...server.handlers, ...options.handlers },
  });
  return { ...server, ...screen };
}

test('a pasted list is previewed line by line, and created only after a confirmation [MBX-02] [MBX-03]', async () => {
  const { api, location, finish } = await openCreateMany();
  await expect.element(list()).toBeVisible();
  await expectAccessible();
  await press('Check the list');
  await expect.element(page.getByText('Enter at least one address.')).toBeVisible();
  await list().fill('a1, Ana One\nb+x\na1\nc1,,,yes\nd1\ne1');
  await press('Check the list');
  await expect.element(page.getByRole('heading', { name: '3 mailboxes will be created' })).toBeVisible();
  await expect.element(row(/a1@bluebottle.coffee/).first()).toMatchTextContent(/Ana One.*Will be created/);
  await expect.element(row(/b\+x/)).toMatchTextContent(/Leave out the plus/);
  await expect.element(row(/Line 1 has the same address/)).toBeVisible();
  await expect.element(row(/c1@/)).toMatchTextContent(/as an admin/);
  await expect.element(row(/e1@/)).toMatchTextContent(/no room/);
  await expect.element(page.getByText(/You use 7 of 10 mailboxes in your plan now, and 10 afterwards/)).toBeVisible();
  await expect
    .element(page.getByText(/Your list needs one more than your plan has\. More mailboxes would cost €24\.00 a year/))
    .toBeVisible();
  expect(api.callsOf('startBulk')).toEqual([]);
  await expectAccessible();
  await press('Create 3 mailboxes');
  await expect.poll(() => location().search).toBe(`?job=${PREVIEW_ID}`);
  await expect.element(page.getByText('0 of 3 done')).toBeVisible();
  await expect.poll(() => document.activeElement?.querySelector('h1')?.textContent).toBe('Create mailboxes');
  finish((email) => (email.startsWith('c1') ? { ok: false, code: 'EMAIL_EXISTS' } : null));
  await expect.element(heading('2 mailboxes created')).toBeVisible();
  // The keyboard continues with what is left to do.
  await expect.element(page.getByRole('heading', { name: '1 refused', level: 2 })).toHaveFocus();
  await expect.element(row(/already taken/)).toMatchTextContent(/^4/);
  await expect.element(page.getByRole('textbox', { name: 'Address in line 4' })).toHaveValue('c1@bluebottle.coffee');
  await expect.element(page.getByRole('button', { name: 'Copy link d1@bluebottle.coffee' })).toBeVisible();
  await expectAccessible();
});

test('the input stays if the check is refused or fails, and a changed list is checked again before it can be created [MBX-02]', async () => {
  const { api, handlers } = await openCreateMany({
    handlers: {
      previewBulk: () => {
        throw refusal('VALIDATION_FAILED', {
          attrs: { fields: [{ path: 'csv', code: 'TOO_MANY_ROWS', message: '' }] },
        });
      },
    },
  });
  await list().fill('anna');
  await press('Check the list');
  await expect.element(page.getByText('Use at most 10,000 lines at a time.')).toBeVisible();
  await expect.element(list()).toHaveValue('anna');
  api.use({
    previewBulk: () => {
      throw refusal('SERVICE_UNAVAILABLE');
    },
  });
  await press('Check the list');
  await expect.element(page.getByRole('alert')).toBeVisible();
  api.use({ previewBulk: handlers.previewBulk! });
  await press('Check the list');
  await expect.element(page.getByRole('button', { name: 'Create 1 mailbox' })).toBeVisible();
  await list().fill('anna\nbert');
  await expect.element(page.getByText(/The list has changed/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Create/ })).not.toBeInTheDocument();
  await press('Check again');
  await expect.element(page.getByRole('button', { name: 'Create 2 mailboxes' })).toBeVisible();
});

test('a chosen file fills the list, in UTF-8 or Windows-1252 [MBX-02]', async () => {
  await openCreateMany();
  const choose = (bytes: BlobPart) => {
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'list.csv', { type: 'text/csv' }));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  await expect.element(list()).toBeVisible();
  choose('anna,Änne');
  await expect.element(list()).toHaveValue('anna,Änne');
  choose(new Uint8Array([0x62, 0x2c, 0xc4]));
  await expect.element(list()).toHaveValue('b,Ä');
});

test('a panel that has to load anew keeps the list and whether its links are mailed, but never a password [MBX-02]', async () => {
  await openCreateMany();
  const mail = page.getByRole('checkbox', { name: 'Send each link to the alternate email' });
  await list().fill('anna,Anna,anna@home.test');
  await mail.click();
  saveOpenDrafts();
  forgetListDraft();
  await openCreateMany({ keepStorage: true });
  await expect.element(list()).toHaveValue('anna,Anna,anna@home.test');
  await expect.element(mail).toBeChecked();
  await list().fill('anna,Anna,,,Blue-Door-7');
  saveOpenDrafts();
  expect(JSON.stringify(sessionStorage)).not.toContain('Blue-Door-7');
  forgetListDraft();
  await openCreateMany({ keepStorage: true });
  await expect.element(mail).toBeChecked();
  await expect.element(list()).toHaveValue('');
});

test('a job shows its progress and retries its failed rows, also when its address is opened later [MBX-02]', async () => {
  const server = servingBulk();
  server.job.rows = ['anna', 'bert'].map((name, place) => ({
    row: place + 1,
    email: `${name}@bluebottle.coffee`,
    ok: null,
  }));
  server.finish((email) => (email.startsWith('bert') ? { ok: false, code: 'MAIL_BACKEND_UNAVAILABLE' } : null));
  const wait = gate();
  const { api } = await renderPanel(`/email-accounts/bulk?job=${PREVIEW_ID}`, {
    signedIn: aLogin({ token: 'bulk-later' }),
    handlers: {
      ...server.handlers,
      retryBulk: async ({ jobId }) => {
        await wait.closed;
        server.job.isFinished = false;
        server.job.rows = server.job.rows.map((each) => (each.ok ? each : { ...each, ok: null }));
        return { jobId };
      },
    },
  });
  await expect.element(heading('1 mailbox created')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Try this one again' });
  await expect.element(retry).toBeVisible();
  (retry.element() as HTMLElement).click();
  (retry.element() as HTMLElement).click();
  wait.open();
  await expect.element(page.getByText('1 of 2 done')).toBeVisible();
  expect(api.callsOf('retryBulk').map(({ input }) => input)).toEqual([{ jobId: PREVIEW_ID, lines: [{ row: 2 }] }]);
  server.finish();
  await expect.element(heading('2 mailboxes created')).toBeVisible();
  await expect.element(page.getByText('Everything went well.').first()).toBeVisible();
});

test('a result with refused lines never says that everything went well; they are corrected in place, skipped or saved [MBX-02]', async () => {
  const server = servingBulk();
  server.job.rows = [{ row: 1, email: 'anna@bluebottle.coffee', ok: true }];
  server.finish();
  const refusedRows = [
    { row: 2, email: 'taken@bluebottle.coffee', ok: false, code: 'EMAIL_EXISTS' as const, attrs: {} },
    { row: 3, email: 'bö+x', ok: false, code: 'USER_NAME_HAS_PLUS' as const, attrs: {} },
    { row: 4, email: 'dora', ok: false, code: 'PASSWORD_TOO_SHORT' as const, attrs: {} },
    { row: 5, email: 'emil', ok: false, code: 'EMAIL_EXISTS' as const, attrs: {} },
  ];
  const { readBulk } = server.handlers;
  const { api } = await renderPanel(`/email-accounts/bulk?job=${PREVIEW_ID}`, {
    signedIn: aLogin({ token: 'bulk-refused' }),
    handlers: {
      ...server.handlers,
      readBulk: async (input, ...rest) => ({
        ...(await readBulk?.(input, ...rest))!,
        refused: refusedRows.length,
        refusedRows: input.rows === 'none' ? [] : refusedRows,
      }),
    },
  });
  await expect.element(heading('1 mailbox created')).toBeVisible();
  await expect.element(page.getByText(/^Four lines were refused/)).toBeVisible();
  await expect.element(page.getByRole('img', { name: '1 created and 4 refused' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download these lines' })).toBeVisible();
  expect(page.getByText(/Everything went well/).elements()).toEqual([]);
  const address = (line: number) => page.getByRole('textbox', { name: `Address in line ${line}` });
  await address(2).fill('free');
  await press('Use boe@bluebottle.coffee');
  await expect.element(address(3)).toHaveValue('boe@bluebottle.coffee');
  // Another address doesn't make a password longer.
  await expect.element(row(/needs at least 8/)).toMatchTextContent(/dora.*Paste this line again/);
  await expect.element(address(4)).not.toBeInTheDocument();
  await press('Skip line 5');
  await expect.element(address(5)).toBeDisabled();
  await expectAccessible();
  await press('Try these 2 again');
  await expect
    .poll(() => api.callsOf('retryBulk').map(({ input }) => input.lines))
    .toEqual([
      [
        { row: 2, email: 'free' },
        { row: 3, email: 'boe@bluebottle.coffee' },
      ],
    ]);
});

test('the address of an unknown job says so, and a person without admin rights is told to ask their admin [MBX-14]', async () => {
  await renderPanel(`/email-accounts/bulk?job=${PREVIEW_ID}`, {
    signedIn: aLogin({ token: 'bulk-gone' }),
    handlers: {
      readBulk: () => {
        throw refusal('NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'There is no result here' })).toBeVisible();
  await expectAccessible();
  const login = aLogin({ token: 'bulk-helper' });
  await openCreateMany({ signedIn: { ...login, actor: { ...login.actor, role: 'accountAdmin' } } });
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
  await expect.element(list()).not.toBeInTheDocument();
});

test('on a phone and in German a thousand lines are checked without a sideways scroll, and few of them are drawn [MBX-01]', async () => {
  const { handlers } = servingBulk();
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    row: n + 1,
    email: `${'w'.repeat(40)}-${n}@bluebottle.coffee`,
    ok: n % 2 === 0,
    ...(n % 2 === 0 ? { effect: 'create' as const } : { code: 'EMAIL_EXISTS' as const }),
  }));
  await openCreateMany({
    viewport: [390, 844],
    locale: 'de-de',
    handlers: {
      previewBulk: async (input, request) => ({ ...(await handlers.previewBulk!(input, request)), rows }),
    },
  });
  await page.getByRole('textbox', { name: 'Ein Postfach pro Zeile' }).fill('anna');
  await press('Liste prüfen');
  await expect.element(page.getByRole('heading', { name: '500 Postfächer werden angelegt' })).toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Diese Adresse ist schon vergeben' }).first())
    .toBeVisible();
  expect(document.querySelectorAll('li').length).toBeLessThan(120);
  expect(document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
});
