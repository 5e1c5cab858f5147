import { previewBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import { fetchImportTasks } from '@postern/contract/mail-import';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { HOST, messages, SECRET, useImportGround } from '../../testing/mail-import-ground.ts';
import { finishedJob } from '../../testing/run-bulk-job.ts';
import { aFolder } from '../../testing/scripted-mail-source.ts';
import { aSessionAs, confirmAgain } from '../../testing/session-as.ts';

const ground = useImportGround();
const { app } = ground;
const as = () => ({ token: ground.customer.token });
const importServer = { host: HOST, port: 993, ssl: true };
const quoted = (password: string) => `"${password.replaceAll('"', '""')}"`;
const sealedRows = async () =>
  (
    await app.deps.db.asSystem((tx) =>
      rowsOf<{ row: number }>(tx, sql`select "row" from bulk_row where sealed_password is not null order by 1`),
    )
  ).map(({ row }) => row);

test('each sign-in of a table is tried before anything starts; then each row starts an import or asks its owner, and passwords are erased [IMP-01] [IMP-03]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(2))];
  const other = await aMailbox(app, ground.customer, `other${ground.number}`);
  const csv = [
    'source,password,destination,owner,host',
    `anna@oldhost.test,${quoted(SECRET)},${ground.box.email}`,
    `bert@oldhost.test,wrong,${other.email}`,
    `carl@oldhost.test,,${other.email},carl${ground.number}@home.test`,
    `dora@oldhost.test,${quoted(SECRET)},nobody`,
    `emil@oldhost.test,x,${other.email},,silent.test`,
    `fred@oldhost.test,,${ground.box.email}`,
  ].join('\n');
  const preview = await app.must(previewBulk, { kind: 'importMail', csv, importServer }, as());
  expect(preview.rows.map(({ row, ok, code, effect, ownerEmail }) => [row, ok, code ?? effect, ownerEmail])).toEqual([
    [2, true, 'import', undefined],
    [3, false, 'IMAP_AUTH_FAILED', undefined],
    [4, true, 'askOwner', `carl${ground.number}@home.test`],
    [5, false, 'DESTINATION_UNKNOWN', undefined],
    [6, false, 'MAIL_SERVER_UNREACHABLE', undefined],
    [7, false, 'OWNER_UNKNOWN', undefined],
  ]);
  expect((await app.must(fetchImportTasks, {}, as())).tasks).toEqual([]);
  const rows = await app.deps.db.asSystem((tx) => rowsOf(tx, sql`select row_to_json(t) as row from bulk_row t`));
  expect(JSON.stringify(rows) + app.logged()).not.toContain(JSON.stringify(SECRET).slice(1, -1));
  // A refused row must be corrected in the table and sent again, so its password is never stored.
  expect(await sealedRows()).toEqual([2]);
  await confirmAgain(app, ground.customer.token);
  const { jobId } = await app.must(startBulk, { previewId: preview.previewId }, as());
  const done = await finishedJob(app, ground.customer.token, jobId);
  expect(done).toMatchObject({ kind: 'importMail', total: 2, done: 2, failed: 0, refused: 4 });
  expect(done.rows[1]).toMatchObject({
    sourceEmail: 'carl@oldhost.test',
    attrs: { mailedTo: `carl${ground.number}@home.test` },
  });
  expect(await sealedRows()).toEqual([]);
  await ground.run();
  const { tasks } = await app.must(fetchImportTasks, {}, as());
  expect(tasks.map(({ sourceEmail, status, error }) => [sourceEmail, status, error].join()).toSorted()).toEqual([
    'anna@oldhost.test,successful,',
    'carl@oldhost.test,interrupted,PASSWORD_MISSING',
  ]);
});

test('if a password changes after the check, only its row fails and can be tried again, and no row starts twice [IMP-01]', async () => {
  ground.script.folders = [aFolder('INBOX', messages(1))];
  const csv = `anna@oldhost.test,${quoted(SECRET)},${ground.box.email}\nbert@oldhost.test,,${ground.box.email},b@home.test`;
  const { previewId } = await app.must(previewBulk, { kind: 'importMail', csv, importServer }, as());
  ground.script.password = 'changed';
  await confirmAgain(app, ground.customer.token);
  const { jobId } = await app.must(startBulk, { previewId }, as());
  const failed = await finishedJob(app, ground.customer.token, jobId);
  expect(failed).toMatchObject({ done: 1, failed: 1 });
  expect(failed.rows[0]).toMatchObject({ ok: false, code: 'IMAP_AUTH_FAILED' });
  ground.script.password = SECRET;
  await app.must(retryBulk, { jobId }, as());
  expect(await finishedJob(app, ground.customer.token, jobId)).toMatchObject({ done: 2, failed: 0 });
  expect((await app.must(fetchImportTasks, {}, as())).tasks).toHaveLength(2);
});

test('after twenty wrong passwords at a server its remaining rows are refused unchecked, and only admins import many [IMP-01]', async () => {
  const csv = Array.from({ length: 30 }, (_, at) => `a${at}@oldhost.test,wrong,${ground.box.email}`).join('\n');
  const { rows } = await app.must(previewBulk, { kind: 'importMail', csv, importServer }, as());
  const count = (code: string) => rows.filter((row) => row.code === code).length;
  expect([count('IMAP_AUTH_FAILED'), count('SIGN_IN_LIMIT')]).toEqual([20, 10]);
  expect(ground.script.signIns).toBe(20);
  const own = await aSessionAs(app, ground.customer, {
    ...{ role: 'accountAdmin', email: ground.box.email, mailboxId: ground.box.id },
  });
  expect(await app.refusal(previewBulk, { kind: 'importMail', csv, importServer }, { token: own })).toBe(
    'NOT_AUTHORIZED',
  );
  // Another customer's mailbox isn't in this domain.
  const stranger = await aCustomerWithDomain(app);
  const theirs = await app.must(
    previewBulk,
    { kind: 'importMail', csv: csv.split('\n')[0], importServer },
    { token: stranger.token },
  );
  expect(theirs.rows).toMatchObject([{ ok: false, code: 'OTHER_DOMAIN' }]);
});
