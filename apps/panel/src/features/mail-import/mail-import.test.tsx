import type { ImportTask } from '@postern/contract/mail-import';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';
import {
  A_GOOD_TEST,
  aFinishedImport,
  anInterruptedImport,
  aRunningImport,
  FINISHED_FOLDERS,
  RUNNING_FOLDERS,
} from './testing/sample-imports.ts';

let opened = 0;
const RUNNING = aRunningImport();
const FINISHED = aFinishedImport();

const ADA = {
  ...{ id: '00000000-0000-4000-8000-000000000031', email: 'ada@bluebottle.coffee', displayName: 'Ada Fields' },
  ...{ quotaUsed: 2000, quotaLimit: 30_720, isAdmin: true, status: 'active' as const, aliases: [], flags: [] },
};

/** Opens a screen in front of a server with these imports. */
async function openImports(path: string, tasks: ImportTask[], options: PanelOptions = {}) {
  opened += 1;
  return await renderPanel(path, {
    signedIn: aLogin({ token: `mail-import-${opened}` }),
    ...options,
    handlers: {
      fetchImportTasks: () => ({ tasks }),
      readImportLedger: ({ taskId }) => ({ folders: taskId === RUNNING.taskId ? RUNNING_FOLDERS : FINISHED_FOLDERS }),
      readOwnMailbox: () => ({ ...ADA, admins: [] }),
      testImportConnection: () => A_GOOD_TEST,
      scheduleImport: () => ({ task: RUNNING }),
      retryImport: () => ({ task: RUNNING }),
      cancelImport: () => ({ task: { ...RUNNING, status: 'cancelled' } }),
      deleteImport: () => ({}),
      listMissingAddresses: () => ({ addresses: [], count: 0 }),
      listImportSignIns: () => ({ signIns: [] }),
      ...options.handlers,
    },
  });
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
/** A mailbox user, who sees no list of mailboxes. */
const MEMBER = () =>
  aLogin({
    token: `mail-import-member-${opened}`,
    actor: { role: 'accountAdmin', id: ADA.id, attrs: { userName: 'Ada Fields' } },
    ...{ userEmail: ADA.email, accountId: ADA.id, adminType: 'account', isDomainAdmin: false },
  });

async function fillIn(host = 'imap.oldhost.example'): Promise<void> {
  await field('Old address').fill('ada@oldhost.example');
  await field('Password there').fill(' p"ä§\\s ');
  await field('Server').fill(host);
}

test('a running import shows its share, its sums, each folder, and each message that was skipped and why [IMP-04]', async () => {
  const { api } = await openImports('/import-email', [RUNNING, FINISHED, anInterruptedImport()]);
  const bar = page.getByRole('progressbar', { name: 'Progress of the import' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '72');
  await expect.element(page.getByText('3.1 GB of 4.3 GB, about 4 minutes left')).toBeVisible();
  const folders = page.getByRole('table', { name: 'Folders of the import' });
  const cells = (name: RegExp) =>
    folders
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent);
  await expect.poll(() => cells(/^Inbox/)).toEqual(['4,212', '4,208', '2', '2', 'Done']);
  expect(cells(/^Kunden/)).toEqual(['2,604', '1,190', '14', '1', '1,399']);
  expect(cells(/^All folders/)).toEqual(['11,910', '8,578', '16', '3', '3,313']);
  await expect.element(page.getByText('Three messages were skipped')).toBeVisible();
  await expect.element(page.getByText('Kitchen plans, final (3)')).toBeVisible();
  await expect.element(page.getByText(/A message here may have 50.MB at most/)).toBeVisible();
  await expect.element(page.getByText(/NO \[SERVERBUG\] Internal error”. We try again/)).toBeVisible();
  await expect.element(page.getByText('2,014 of 2,014 messages: every message is accounted for.')).toBeVisible();
  await expect.element(page.getByText(/We emailed a link to anna@private.example/)).toBeVisible();
  await expectAccessible();
  // Live: the list is read again, and what it says counts.
  api.use({ fetchImportTasks: () => ({ tasks: [{ ...FINISHED, taskId: RUNNING.taskId }] }) });
  await expect.poll(() => api.live.count).toBeGreaterThan(0);
  api.live.send('import', RUNNING);
  await expect.element(bar).not.toBeInTheDocument();
});

test('no share is shown while messages are counted, and an import that waits says for what and until when [IMP-02]', async () => {
  await openImports('/import-email', [
    aRunningImport({ isCounting: true, messages: { total: 812, done: 0, failed: 0, skipped: 0 } }),
    aRunningImport({
      ...{ taskId: FINISHED.taskId, destinationName: 'Carl', status: 'interrupted' },
      ...{ error: 'THROTTLED', nextTryAt: '2026-11-22T10:00:00.000Z' },
    }),
  ]);
  await expect.element(page.getByText('Counting: 812 messages so far')).toBeVisible();
  expect(page.getByRole('progressbar').first().element().hasAttribute('aria-valuenow')).toBe(false);
  await expect.element(page.getByText(/asked us to slow down. Next try: Nov 22, 2026/)).toBeVisible();
  await expect.element(button('Try now')).toBeVisible();
  await expectAccessible();
});

test('an empty list leads to a new import, and a list that fails to a retry [IMP-02]', async () => {
  const { api, location } = await openImports('/import-email', [], {
    handlers: {
      fetchImportTasks: () => {
        throw refusal('SERVICE_UNAVAILABLE');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't load your imports" })).toBeVisible();
  api.use({ fetchImportTasks: () => ({ tasks: [] }) });
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'Bring your mail with you' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'New import' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'New import' })).toBeVisible();
  expect(location().search).toBe('?new=1');
});

test('the connection is tested before the start; then the chosen folders are copied, and a double press starts one import [IMP-01]', async () => {
  const wait = gate();
  const { api, location } = await openImports('/import-email?new=1', [], {
    signedIn: MEMBER(),
    handlers: {
      scheduleImport: async () => {
        await wait.closed;
        return { task: RUNNING };
      },
    },
  });
  await expect.element(field('Old address')).toBeVisible();
  await expect.element(button('Start import')).not.toBeInTheDocument();
  await expectAccessible();
  await fillIn('imap.oldhost.example:143');
  await button('Test connection').click();
  await expect.element(page.getByText('The connection works', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/11,910 messages in three folders, 4.3.GB/)).toBeVisible();
  const source = {
    ...{ host: 'imap.oldhost.example', port: 143, ssl: false, remoteEmail: 'ada@oldhost.example' },
    ...{ remotePassword: ' p"ä§\\s ', destinationEmail: ADA.email },
  };
  expect(api.callsOf('testImportConnection').map(({ input }) => input)).toEqual([source]);
  await expectAccessible();
  await page.getByRole('checkbox', { name: 'Kunden' }).click();
  await page.getByRole('checkbox', { name: 'Junk and Trash' }).click();
  await expect.element(page.getByText(/8,436 messages in four folders/)).toBeVisible();
  await userEvent.dblClick(button('Start import'));
  wait.open();
  await expect.poll(() => location().search).toBe('');
  expect(api.callsOf('scheduleImport').map(({ input }) => input)).toEqual([
    { ...source, withJunkAndTrash: true, leftOutFolders: ['Kunden'] },
  ]);
});

test('where the old server doesn’t tell sizes, what it has and what is free are two sentences [IMP-01]', async () => {
  const folders = A_GOOD_TEST.folders.map((folder) => ({ ...folder, bytes: null }));
  await openImports('/import-email?new=1', [], {
    signedIn: MEMBER(),
    handlers: { testImportConnection: () => ({ ...A_GOOD_TEST, folders }) },
  });
  await fillIn('imap.oldhost.example:143');
  await button('Test connection').click();
  await expect.element(page.getByText(/11,910 messages in three folders[.] .* free in the mailbox[.]/)).toBeVisible();
});

test('an admin without the password can ask the owner for it, by default at the alternate email, and can ask again [IMP-01] [IMP-03]', async () => {
  const asked = anInterruptedImport({ error: 'PASSWORD_MISSING', mailedTo: 'ada@home.example' });
  const { api, location } = await openImports(`/import-email?new=1&mailbox=${ADA.email}`, [asked], {
    handlers: {
      listMailboxes: () => ({ accounts: [], nextCursor: null, total: 0 }),
      scheduleImport: () => ({ task: asked }),
      askImportOwner: () => ({ task: asked }),
    },
  });
  await field('Old address').fill('ada@oldhost.example');
  await page.getByRole('radio', { name: 'Ask the owner' }).click();
  await expect.element(field('Password there')).not.toBeInTheDocument();
  await expect.element(button('Test connection')).not.toBeInTheDocument();
  await button('Send the link').click();
  await expect.element(page.getByText("Enter the server's name.")).toBeVisible();
  await field('Server').fill('imap.oldhost.example');
  await field('Email the link to').fill('Ada@Home.example');
  await expectAccessible();
  await button('Send the link').click();
  await expect.poll(() => location().search).toBe('');
  expect(api.callsOf('scheduleImport').map(({ input }) => input)).toEqual([
    {
      ...{ host: 'imap.oldhost.example', port: 993, ssl: true, remoteEmail: 'ada@oldhost.example' },
      ...{ destinationEmail: ADA.email, ownerEmail: 'ada@home.example', withJunkAndTrash: false },
    },
  ]);
  await expect.element(page.getByText(/Waiting for the password. We emailed a link to ada@home.example/)).toBeVisible();
  await button('More for the import of Anna-Lena Oberhuber-Castellanos').click();
  await page.getByRole('menuitem', { name: 'Email the owner a link' }).click();
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
  await expect
    .poll(() => api.callsOf('askImportOwner').map(({ input }) => input))
    .toEqual([{ taskId: asked.taskId, ownerEmail: 'ada@home.example' }]);
});

test('what is wrong is said at its field, what was typed stays, and a changed password needs another test [IMP-01] [IMP-05]', async () => {
  const { api } = await openImports('/import-email?new=1', [], { signedIn: MEMBER() });
  await expect.element(field('Old address')).toBeVisible();
  await button('Test connection').click();
  await expect.element(page.getByText('Enter the address at the old provider.')).toBeVisible();
  await expect.element(page.getByText("Enter the server's name.")).toBeVisible();
  expect(api.callsOf('testImportConnection')).toEqual([]);
  await fillIn('0177.0.0.1');
  await expect.element(page.getByText(/This is not a server's name or IP address/)).toBeVisible();
  await expectAccessible();
  await fillIn();
  const refusals = [
    ['IMAP_AUTH_FAILED', /refuses this address with this password/],
    ['MAIL_SERVER_UNREACHABLE', /This server doesn't answer/],
    ['HOST_NOT_ALLOWED', /leads to an address that isn't public/],
    ['STARTTLS_MISSING', /offers no encryption on this port/],
  ] as const;
  for (const [code, text] of refusals) {
    api.use({
      testImportConnection: () => {
        throw refusal(code);
      },
    });
    await button('Test connection').click();
    await expect.element(page.getByText(text)).toBeVisible();
  }
  api.use({
    testImportConnection: () => {
      throw noConnection();
    },
  });
  await button('Test connection').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(field('Password there')).toHaveValue(' p"ä§\\s ');
  // The session continues, although the other server's answer was 401.
  await expect.element(page.getByRole('heading', { level: 1, name: 'New import' })).toBeVisible();
  api.use({ testImportConnection: () => A_GOOD_TEST });
  await button('Test connection').click();
  await expect.element(button('Start import')).toBeVisible();
  await field('Password there').fill('another');
  await expect.element(button('Start import')).not.toBeInTheDocument();
});

test('a certificate that is not valid is accepted only with its fingerprint before the eyes [IMP-04]', async () => {
  const fingerprint = 'AB:CD:EF';
  const { api } = await openImports('/import-email?new=1', [], {
    signedIn: MEMBER(),
    handlers: {
      testImportConnection: ({ certificateFingerprint }) => {
        if (certificateFingerprint === fingerprint) return A_GOOD_TEST;
        throw refusal('CERTIFICATE_FAULT', { attrs: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT', fingerprint } });
      },
    },
  });
  await expect.element(field('Old address')).toBeVisible();
  await fillIn();
  await button('Test connection').click();
  await expect.element(page.getByText('The old server has issued its certificate itself')).toBeVisible();
  await expect.element(page.getByText(fingerprint)).toBeVisible();
  await expectAccessible();
  await button('It is the same').click();
  await expect.element(page.getByText('The connection works', { exact: true })).toBeVisible();
  await button('Start import').click();
  await expect
    .poll(() => api.callsOf('scheduleImport').map(({ input }) => input['certificateFingerprint']))
    .toEqual([fingerprint]);
});

test('a mailbox over 95 % and one without room for the mail say so, and the import cannot start [IMP-01] [IMP-05]', async () => {
  const { api } = await openImports('/import-email?new=1', [], {
    signedIn: MEMBER(),
    handlers: { readOwnMailbox: () => ({ ...ADA, quotaUsed: 9501, quotaLimit: 10_000, admins: [] }) },
  });
  await expect.element(page.getByText(/more than 95% full/)).toBeVisible();
  await fillIn();
  await button('Test connection').click();
  await expect.element(button('Start import')).toBeDisabled();
  await openImports('/import-email?new=1', [], {
    signedIn: MEMBER(),
    handlers: { readOwnMailbox: () => ({ ...ADA, quotaUsed: 9500, quotaLimit: 10_000, admins: [] }) },
  });
  await expect.element(field('Old address')).toBeVisible();
  await expect.element(page.getByText(/more than 95% full/)).not.toBeInTheDocument();
  await fillIn();
  await button('Test connection').click();
  await expect.element(page.getByText(/the mailbox needs .* more/)).toBeVisible();
  await expect.element(button('Start import')).toBeDisabled();
  expect(api.callsOf('scheduleImport')).toEqual([]);
});

test('a known address fills in its server with the provider’s own guide, and one that takes no passwords says so [IMP-01]', async () => {
  await openImports('/import-email?new=1', [], { signedIn: MEMBER() });
  await field('Old address').fill('ada@gmx.de');
  await expect.element(field('Server')).toHaveValue('imap.gmx.net');
  await expect.element(page.getByRole('radio', { name: 'GMX' })).toBeChecked();
  await expect.element(page.getByText(/looked up on November\s23,\s2026/)).toBeVisible();
  await page.getByRole('radio', { name: 'Microsoft 365' }).click();
  await expect.element(page.getByText('Microsoft 365 takes no passwords for this')).toBeVisible();
  await expect.element(button('Test connection')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a finished import shows that every folder balances, and again asks for the erased password only [IMP-02] [IMP-04]', async () => {
  const { location } = await openImports(`/import-email?task=${FINISHED.taskId}`, [FINISHED], { signedIn: MEMBER() });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import of Bert Maas' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^All folders 2,014 1,996 18 0 Balances/ })).toBeVisible();
  await expect.element(page.getByText(/The password is erased/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Import again for new mail' }).click();
  await expect.element(page.getByRole('heading', { name: 'Import Bert Maas again' })).toBeVisible();
  expect(location().search).toBe(`?new=1&again=${FINISHED.taskId}`);
  await expect.element(field('Old address')).toHaveValue(FINISHED.sourceEmail);
  await expect.element(field('Password there')).toHaveValue('');
});

test('a waiting import takes the new password; cancelling says that copied mail stays; a finished one leaves the list [IMP-04]', async () => {
  const waiting = anInterruptedImport();
  await openImports(`/import-email?task=${waiting.taskId}`, [waiting]);
  await expect.element(button('Enter the password')).toBeVisible();
  await expect.element(button('Try now')).not.toBeInTheDocument();
  const { api } = await openImports('/import-email', [waiting, FINISHED]);
  await button('Enter the password').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText(/^Password of/).fill(' new one ');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf('retryImport').map(({ input }) => input)).toEqual([
    { taskId: waiting.taskId, remotePassword: ' new one ' },
  ]);
  await button('More for the import of Anna-Lena Oberhuber-Castellanos').click();
  await page.getByRole('menuitem', { name: 'Cancel import' }).click();
  await expect.element(page.getByText(/The 300 messages that were copied stay in the mailbox/)).toBeVisible();
  await button('Cancel import').click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await button('More for the import of Bert Maas').click();
  await page.getByRole('menuitem', { name: 'Remove from the list' }).click();
  await button('Remove').click();
  await expect.poll(() => api.callsOf('deleteImport').map(({ input }) => input)).toEqual([{ taskId: FINISHED.taskId }]);
  expect(api.callsOf('cancelImport').map(({ input }) => input)).toEqual([{ taskId: waiting.taskId }]);
});

test('a supporter sees no imports and no way to them: they would collect the passwords of others [IMP-01]', async () => {
  await openImports('/import-email', [RUNNING], {
    signedIn: aLogin({
      token: 'mail-import-supporter',
      actor: { role: 'partnerSupport', id: ADA.id, attrs: { userName: 'Sam' } },
    }),
  });
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Spam filter' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Import email' })).not.toBeInTheDocument();
});

const LINK = '/resume-import-email?token=abcDEF123';

test('a mailed link shows its one import, leaves the address at once, survives a reload and takes the new password [IMP-03] [IMP-05]', async () => {
  const waiting = anInterruptedImport();
  const { api, location } = await openImports(LINK, [waiting]);
  await expect.element(page.getByRole('heading', { level: 1, name: /^Import of Anna-Lena/ })).toBeVisible();
  await expect.poll(() => location().href).toBe('/resume-import-email');
  // Someone else is signed in here: the page says that it is only about the link, and uses only the link.
  await expect.element(page.getByText(/You are signed in here as ada@bluebottle.coffee/)).toBeVisible();
  await expectAccessible();
  await page.getByLabelText(/^Password of/).fill('new');
  await button('Go on').click();
  await expect
    .poll(() => api.callsOf('scheduleImport').map(({ input }) => input))
    .toEqual([
      {
        ...{ host: waiting.host, port: 993, ssl: true, remoteEmail: waiting.sourceEmail, remotePassword: 'new' },
        destinationEmail: waiting.destinationEmail,
      },
    ]);
  const about = ['fetchImportTasks', 'readImportLedger', 'scheduleImport'];
  const sent = api.calls.filter(({ id }) => about.includes(id)).map(({ headers }) => headers.get('Authorization'));
  expect([...new Set(sent)]).toEqual(['Import abcDEF123']);
  await openImports('/resume-import-email', [waiting], { keepStorage: true, signedIn: false });
  await expect.element(page.getByRole('heading', { level: 1, name: /^Import of Anna-Lena/ })).toBeVisible();
});

test('a used or expired link says so and keeps the session of whoever is signed in [IMP-03]', async () => {
  await openImports(LINK, [], {
    handlers: {
      fetchImportTasks: () => {
        throw refusal('TOKEN_EXPIRED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(sessionStorage.getItem('authToken')).not.toBeNull();
  await expectAccessible();
});
