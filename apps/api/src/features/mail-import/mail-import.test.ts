import { MailBackendError } from '@postern/adapter-mail/port';
import {
  cancelImport,
  deleteImport,
  fetchImportTasks,
  pauseImport,
  readImportLedger,
  retryImport,
  scheduleImport,
  testImportConnection,
} from '@postern/contract/mail-import';
import { eq, sql } from 'drizzle-orm';
import { pollUntil } from '@postern/testkit/poll-until';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { messages, SECRET, tokenOfImportMail, useImportGround } from '../../testing/mail-import-ground.ts';
import { aFolder, failing } from '../../testing/scripted-mail-source.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { mailboxFigures } from '../mailboxes/tables.ts';
import { cleanUpImports } from './clean-up-imports.ts';
import { mailImport } from './tables.ts';

const ground = useImportGround();
const { app, wish, schedule, run, read, finished, ledger, here } = ground;
const as = (token = ground.customer.token) => ({ token });

test('an import copies every message once, with a ledger that balances, and its password is gone at the end [IMP-01] [IMP-02]', async () => {
  const twice = ['Subject: twin\r\n\r\nsame\r\n', 'Subject: twin\r\n\r\nsame\r\n'];
  ground.script.folders = [
    aFolder('INBOX', [...messages(450), ...twice]),
    aFolder('Gesendete Elemente', messages(3, 'sent'), { specialUse: '\\Sent' }),
    aFolder('Papierkorb', messages(2, 'bin')),
    aFolder('v1.2', messages(1, 'v')),
  ];
  const task = await schedule();
  expect(task).toMatchObject({
    status: 'initialized',
    sourceEmail: wish().remoteEmail,
    destinationEmail: ground.box.email,
  });
  const done = await finished(task);
  expect(done).toMatchObject({
    status: 'successful',
    messages: { total: 456, done: 456, failed: 0, skipped: 0, present: 0 },
  });
  expect(done.bytes.done).toBe(done.bytes.total);
  expect([here('INBOX').toSorted(), here('Sent'), here('v1_2')]).toEqual([
    [...messages(450), ...twice].toSorted(),
    messages(3, 'sent'),
    messages(1, 'v'),
  ]);
  expect(
    (await ledger(task)).map(({ folder, target, found, copied, isBalanced }) => [
      folder,
      target,
      found,
      copied,
      isBalanced,
    ]),
  ).toEqual([
    ['INBOX', 'INBOX', 452, 452, true],
    ['Gesendete Elemente', 'Sent', 3, 3, true],
    ['v1.2', 'v1_2', 1, 1, true],
  ]);
  const [row] = await app.deps.db.asSystem((tx) =>
    tx.select().from(mailImport).where(eq(mailImport.taskId, task.taskId)),
  );
  expect(row).toMatchObject({ sealedPassword: null, leaseBy: null });
  expect(done.erasedAt).toBeDefined();
  expect(await auditOf(app, ground.customer.customerId)).toEqual(
    expect.arrayContaining(['import.scheduled', 'import.password-erased', 'import.ended']),
  );
});

test('importing again copies only what is new, also when it was moved or deleted here meanwhile [IMP-02]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(5))];
  await finished(await schedule());
  ground.drop('INBOX', (raw) => / [01]\r/.test(raw));
  ground.script.folders[0]?.messages.set(9, { raw: 'Subject: new\r\n\r\nnew\r\n' });
  const again = await finished(await schedule());
  expect(again).toMatchObject({ status: 'duplicated_successful', messages: { total: 6, done: 6, present: 5 } });
  expect(here('INBOX')).toEqual([...messages(5).slice(2), 'Subject: new\r\n\r\nnew\r\n']);
});

test('identical messages that are there already are left alone, and counted as often as they are there [IMP-02]', async () => {
  const before = messages(2).map((raw) => ({ raw: Buffer.from(raw), flags: [], internalDate: null }));
  const mailbox = { mailboxId: ground.box.id, address: ground.box.email, quotaBytes: 1e9 };
  await app.deps.mail.appendMessages(mailbox, 'INBOX', before);
  ground.script.folders = [aFolder('INBOX', [...messages(3), ...messages(1)])];
  expect(await finished(await schedule())).toMatchObject({
    ...{ status: 'duplicated_successful', messages: { total: 4, done: 4, present: 2 } },
  });
  expect(here('INBOX').toSorted()).toEqual([...messages(3), ...messages(1)].toSorted());
});

test.for([
  ['the source breaks off while it sends', 'source'],
  ['the answer of the destination is lost after it stored everything', 'after'],
  ['the destination breaks off before it stored anything', 'before'],
] as const)('when %s, the import goes on without a message twice or lost [IMP-02]', async ([, place]) => {
  ground.script.folders = [aFolder('INBOX', [...messages(30), ...messages(30)]), aFolder('Work', messages(250, 'w'))];
  let left = 4;
  let calls = 0;
  const fail = () => {
    calls += 1;
    if (left === 0 || calls % 2 === 0) return;
    left -= 1;
    if (place === 'source') failing('dropped');
    throw new MailBackendError('unavailable', 'the connection ended');
  };
  ground.script.before = (what, detail) => {
    if (place === 'source' && what === 'fetch' && /\/(7|33|120|249)$/.test(detail)) fail();
  };
  ground.onAppend = (when) => {
    if (when === place) fail();
  };
  const task = await schedule();
  for (let round = 0; round < 12; round += 1) {
    await run();
    app.clock.advance({ minutes: 20 });
  }
  expect(await read(task)).toMatchObject({ status: 'successful', messages: { total: 310, done: 310 } });
  expect(left).toBeLessThan(4);
  expect(here('INBOX').toSorted()).toEqual([...messages(30), ...messages(30)].toSorted());
  expect(here('Work').toSorted()).toEqual(messages(250, 'w').toSorted());
  expect((await ledger(task)).every(({ isBalanced }) => isBalanced)).toBe(true);
});

test('folders that are renamed, deleted or given new UIDs meanwhile are named in the ledger, which still balances [IMP-02]', async () => {
  ground.script.folders = [
    aFolder('INBOX', messages(3)),
    aFolder('Old name', messages(4, 'o'), { uidValidity: 8 }),
    aFolder('Reset', messages(250, 'r'), { uidValidity: 9 }),
    aFolder('Gone', messages(2, 'g'), { uidValidity: 10 }),
  ];
  let isDone = false;
  ground.script.before = (what, detail) => {
    if (isDone || what !== 'fetch' || detail !== 'Reset/230') return;
    isDone = true;
    const reset = ground.script.folders[2];
    ground.script.folders = [
      ...ground.script.folders.slice(0, 1),
      aFolder('New name', messages(4, 'o'), { uidValidity: 8 }),
      {
        ...aFolder('Reset', messages(250, 'r')),
        uidValidity: 99,
        messages: new Map([...(reset?.messages ?? [])].map(([uid, one]) => [uid + 1000, one])),
      },
      aFolder('INBOX', messages(3)),
    ].slice(1);
    ground.script.folders[2]?.messages.set(77, { raw: 'Subject: late\r\n\r\nlate\r\n' });
    ground.script.folders[2]?.messages.delete(2);
    failing('dropped');
  };
  const task = await finished(await schedule());
  expect(await ledger(task)).toMatchObject([
    { folder: 'INBOX', found: 4, copied: 4, isBalanced: true },
    { folder: 'New name', found: 4, copied: 4, change: 'renamed', isBalanced: true },
    { folder: 'Reset', found: 200, copied: 200, change: 'reset', isBalanced: true },
    { folder: 'Gone', found: 2, copied: 0, skippedCount: 2, change: 'deleted', isBalanced: true },
    { folder: 'Reset', found: 250, copied: 50, present: 200, isBalanced: true },
  ]);
  expect(task).toMatchObject({ status: 'partial_successful', messages: { skipped: 2 } });
  expect(here('Reset').toSorted()).toEqual(messages(250, 'r').toSorted());
  expect(here('INBOX')).toHaveLength(4);
});

test('one bad message stops no other, is named with its subject, can be tried again alone, and is never reported as copied [IMP-02]', async () => {
  const big = `Subject: =?utf-8?q?Gro=C3=9Fe_Datei?=\r\n\r\n${'x'.repeat(50 * 1_048_576)}`;
  ground.script.folders = [aFolder('INBOX', [...messages(20), '', big])];
  ground.script.folders[0]?.messages.set(30, { raw: 'Subject: poison\r\n\r\np', told: 1e12 });
  ground.script.folders[0]?.messages.set(31, { raw: 'Subject: bad\r\n\r\nb', told: -5 });
  ground.script.folders[0]?.messages.set(32, { raw: 'Subject: last\r\n\r\nl' });
  let isPoisonous = true;
  ground.script.before = (what, detail) => {
    if (isPoisonous && what === 'fetch' && detail === 'INBOX/30') failing('dropped');
  };
  ground.onAppend = (when, raws) => {
    if (when === 'before' && isPoisonous && raws.some((raw) => raw.includes('Subject: bad')))
      throw new MailBackendError('refused', 'not this one');
  };
  // The needed room is judged by the sizes that the source reports before anything is copied; here they are wrong.
  const task = await schedule({ leftOutFolders: [] }).catch(() => null);
  expect(task).toBeNull();
  ground.script.folders[0]?.messages.set(30, { raw: 'Subject: poison\r\n\r\np', told: 3 });
  const second = await schedule();
  for (let round = 0; round < 8; round += 1) {
    await run();
    app.clock.advance({ minutes: 20 });
  }
  const done = await read(second);
  expect(done).toMatchObject({
    status: 'partial_successful',
    messages: { total: 25, done: 21, failed: 2, skipped: 2 },
  });
  const [line] = await ledger(second);
  expect(line).toMatchObject({ isBalanced: true, failed: 2, skippedCount: 2 });
  expect(line?.skipped.map(({ reason, subject }) => [reason, subject])).toEqual([
    ['EMPTY', null],
    ['TOO_LARGE', 'Große Datei'],
  ]);
  expect(line?.failures?.map(({ reason, subject }) => [reason, subject])).toEqual([
    ['SERVER_ERROR', null],
    ['REFUSED', 'bad'],
  ]);
  isPoisonous = false;
  expect(await app.refusal(retryImport, { taskId: second.taskId }, as())).toBe('IMPORT_PASSWORD_NEEDED');
  await app.must(retryImport, { taskId: second.taskId, remotePassword: SECRET }, as());
  expect(await finished(second)).toMatchObject({ messages: { total: 25, done: 23, failed: 0, skipped: 2 } });
  expect((await ledger(second))[0]).toMatchObject({ isBalanced: true });
  expect(here('INBOX').filter((raw) => /poison|bad/.test(raw))).toHaveLength(2);
  // Importing again doesn't assume that uncopied messages are here.
  const again = await finished(await schedule());
  expect(again.messages).toMatchObject({ total: 25, done: 23, present: 23, skipped: 2 });
  const skipped = [{ reason: 'EMPTY' }, { reason: 'TOO_LARGE' }];
  expect((await ledger(again))[0]).toMatchObject({ isBalanced: true, failed: 0, skipped });
  // The total bytes include the skipped messages.
  expect(again.bytes.total).toBeGreaterThan(big.length);
});

test('a wrong password is tried once, erased, and asked for by a link that covers only this import and shows its end [IMP-03]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(3))];
  const task = await schedule({ notificationEmail: `owner${ground.number}@else.test` });
  ground.script.password = 'changed';
  await run();
  expect(await read(task)).toMatchObject({
    status: 'interrupted',
    error: 'IMAP_AUTH_FAILED',
    mailedTo: `owner${ground.number}@else.test`,
  });
  const before = ground.script.signIns;
  app.clock.advance({ hours: 2 });
  await run();
  expect(ground.script.signIns).toBe(before);
  const token = await tokenOfImportMail(app, `owner${ground.number}@else.test`);
  const link = { headers: { authorization: `Import ${token}` } };
  const { tasks, partnerId } = await app.must(fetchImportTasks, {}, link);
  expect([tasks.map(({ taskId }) => taskId), partnerId]).toEqual([[task.taskId], app.partner.partnerId]);
  const other = await schedule({ remoteEmail: 'other@oldhost.test', remotePassword: 'changed' });
  expect(await app.refusal(cancelImport, { taskId: other.taskId }, link)).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(readImportLedger, { taskId: other.taskId }, link)).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(scheduleImport, wish({ remoteEmail: 'other@oldhost.test' }), link)).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(pauseImport, { taskId: task.taskId }, link)).toBe('UNAUTHENTICATED');
  expect(await app.refusal(scheduleImport, wish(), link)).toBe('IMAP_AUTH_FAILED');
  await app.must(scheduleImport, wish({ remotePassword: 'changed' }), link);
  expect(await finished(task)).toMatchObject({ status: 'successful', messages: { done: 3 } });
  // The person who entered it sees how it ended, for as long as the link lasts, and can start nothing.
  expect((await app.must(fetchImportTasks, {}, link)).tasks).toMatchObject([{ status: 'successful' }]);
  expect((await app.must(readImportLedger, { taskId: task.taskId }, link)).folders).toMatchObject([{ copied: 3 }]);
  expect(await app.refusal(scheduleImport, wish({ remotePassword: 'changed' }), link)).toBe('TOKEN_EXPIRED');
  app.clock.advance({ days: 7 });
  expect(await app.refusal(fetchImportTasks, {}, link)).toBe('TOKEN_EXPIRED');
  const all = await app.deps.db.asSystem((tx) => tx.select().from(mailImport));
  expect(JSON.stringify(all) + app.logged()).not.toContain(token);
});

test('the password is in no row, log or answer, and an import that waits seven days ends without it [IMP-02]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(2))];
  const task = await schedule();
  await app.must(pauseImport, { taskId: task.taskId }, as());
  await run();
  expect(await read(task)).toMatchObject({ status: 'interrupted', error: 'PAUSED', messages: { done: 0 } });
  const dump = await app.deps.db.asSystem((tx) => rowsOf(tx, sql`select row_to_json(t) as row from mail_import t`));
  const everything = JSON.stringify(dump) + JSON.stringify(await read(task)) + app.logged();
  for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), SECRET.trim()])
    expect(everything).not.toContain(form);
  const cleanUp = () => app.deps.db.asSystem((tx) => cleanUpImports(tx, app.clock.now()));
  const rowOf = async () =>
    (await app.deps.db.asSystem((tx) => tx.select().from(mailImport).where(eq(mailImport.taskId, task.taskId))))[0];
  app.clock.advance({ days: 6 });
  await cleanUp();
  expect(await rowOf()).toMatchObject({ status: 'interrupted' });
  app.clock.advance({ days: 2 });
  await cleanUp();
  expect(await rowOf()).toMatchObject({ status: 'failed', sealedPassword: null });
  expect(
    (await auditOf(app, ground.customer.customerId)).filter((action) => action === 'import.password-erased'),
  ).toHaveLength(1);
});

test('a source that asks to slow down is left alone until the time that is shown [IMP-02]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(2))];
  const task = await schedule();
  let isBusy = true;
  ground.script.before = (what) => void (isBusy && what === 'fetch' && failing('throttled'));
  await run();
  const waiting = await read(task);
  expect(waiting).toMatchObject({ status: 'interrupted', error: 'THROTTLED' });
  expect(Date.parse(waiting.nextTryAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(30_000);
  isBusy = false;
  const before = ground.script.signIns;
  await run();
  expect(ground.script.signIns).toBe(before);
  app.clock.advance({ hours: 1 });
  expect(await finished(task)).toMatchObject({ status: 'successful' });
});

test('a full mailbox ends the import as partial, with how much is missing [IMP-02]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(10))];
  ground.onAppend = (when, raws) => {
    if (when === 'before' && here('INBOX').length + raws.length > 6)
      throw new MailBackendError('refused', 'Quota exceeded');
  };
  const done = await finished(await schedule());
  expect(done).toMatchObject({
    status: 'partial_successful',
    error: 'QUOTA_TOO_SMALL',
    messages: { total: 10, done: 6 },
  });
  expect(done.missingBytes).toBe(messages(10).slice(6).join('').length);
});

test('wrong input is reported at once and starts nothing [IMP-01]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(1))];
  expect(await app.refusal(scheduleImport, wish({ remotePassword: 'wrong' }), as())).toBe('IMAP_AUTH_FAILED');
  expect(await app.refusal(scheduleImport, wish({ host: 'silent.test' }), as())).toBe('MAIL_SERVER_UNREACHABLE');
  for (const host of ['127.1', '0x7f.0.0.1', 'localhost', '2130706433'])
    expect(await app.refusal(scheduleImport, wish({ host }), as())).toBe('VALIDATION_FAILED');
  expect(await app.refusal(scheduleImport, wish({ port: 25 }), as())).toBe('HOST_NOT_ALLOWED');
  expect(await app.refusal(scheduleImport, wish({ destinationEmail: 'nobody@else.test' }), as())).toBe(
    'VALIDATION_FAILED',
  );
  const fill = (usedBytes: number) =>
    app.deps.db.asSystem((tx) =>
      tx.update(mailboxFigures).set({ usedBytes }).where(eq(mailboxFigures.mailboxId, ground.box.id)),
    );
  await fill(10 ** 15);
  expect(await app.refusal(testImportConnection, wish(), as())).toBe('QUOTA_TOO_SMALL');
  await fill(0);
  expect(await app.must(testImportConnection, wish(), as())).toMatchObject({
    messages: 1,
    folders: [{ target: 'INBOX' }],
  });
  expect((await app.must(fetchImportTasks, {}, as())).tasks).toEqual([]);
  await schedule();
  expect(await app.refusal(scheduleImport, wish(), as())).toBe('IMPORT_EXISTS');
});

test('guesses at a source are limited, and the right password is not counted [IMP-01]', async () => {
  ground.script.folders = [aFolder('INBOX', [])];
  for (let time = 0; time < 25; time += 1) await app.must(testImportConnection, wish(), as());
  for (let time = 0; time < 20; time += 1)
    expect(await app.refusal(testImportConnection, wish({ remotePassword: `guess ${time}` }), as())).toBe(
      'IMAP_AUTH_FAILED',
    );
  expect(await app.refusal(testImportConnection, wish({ remotePassword: 'one more' }), as())).toBe('TOO_MANY_ATTEMPTS');
  // Nobody else is kept out by that.
  const other = await aCustomerWithDomain(app);
  const theirs = await aMailbox(app, other, 'theirs');
  await app.must(testImportConnection, wish({ destinationEmail: theirs.email }), as(other.token));
});

test('mailbox users import into their own mailbox and see nothing else; supporters see no imports [IMP-01]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(1))];
  const neighbour = await aMailbox(app, ground.customer, 'neighbour');
  const task = await schedule({ destinationEmail: neighbour.email });
  const own = await aSessionAs(app, ground.customer, {
    role: 'accountAdmin',
    email: ground.box.email,
    mailboxId: ground.box.id,
  });
  expect(
    await app.refusal(scheduleImport, wish({ destinationEmail: neighbour.email, remoteEmail: 'x@y.test' }), as(own)),
  ).toBe('NOT_AUTHORIZED');
  expect((await app.must(fetchImportTasks, {}, as(own))).tasks).toEqual([]);
  for (const operation of [cancelImport, pauseImport, retryImport, deleteImport, readImportLedger])
    expect(await app.refusal(operation, { taskId: task.taskId }, as(own))).toBe('NOT_FOUND');
  const mine = await schedule({ remoteEmail: 'mine@oldhost.test' }, own);
  expect((await app.must(fetchImportTasks, {}, as(own))).tasks.map(({ taskId }) => taskId)).toEqual([mine.taskId]);
  const support = await aSessionAs(app, ground.customer, { role: 'partnerSupport', email: 'help@partner.test' });
  expect(await app.refusal(fetchImportTasks, {}, as(support))).toBe('NOT_AUTHORIZED');
  const stranger = await aCustomerWithDomain(app);
  for (const operation of [cancelImport, readImportLedger])
    expect(await app.refusal(operation, { taskId: mine.taskId }, as(stranger.token))).toBe('NOT_FOUND');
});

test('a cancelled import copies nothing more, keeps what is here, and leaves the list when it is deleted [IMP-02]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(400))];
  const task = await schedule();
  ground.script.before = async (what, detail) => {
    if (what !== 'fetch' || detail !== 'INBOX/250') return;
    // It is fetched while the previous batch is stored and counted.
    await pollUntil(async () => (await read(task)).messages.done === 200, {
      timeoutMs: 20_000,
      onTimeout: () => 'the batch before it was never counted',
    });
    await app.must(cancelImport, { taskId: task.taskId }, as());
  };
  expect(await app.refusal(deleteImport, { taskId: task.taskId }, as())).toBe('IMPORT_RUNNING');
  expect(await finished(task)).toMatchObject({ status: 'cancelled', messages: { total: 400, done: 200 } });
  expect(here('INBOX')).toEqual(messages(200).toSorted());
  await app.must(cancelImport, { taskId: task.taskId }, as());
  await app.must(deleteImport, { taskId: task.taskId }, as());
  expect((await app.must(fetchImportTasks, {}, as())).tasks).toEqual([]);
  expect(await ledger(task)).toHaveLength(1);
});
