import { type MailBackend, MailBackendError } from '@postern/adapter-mail/port';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { previewBulk, readBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { readTokenDetails, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../testing/builders.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { finishedJob, outcomesOf, runBulkJob } from '../../testing/run-bulk-job.ts';
import { confirmAgain } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

/** What the mail store does with an address; by default it creates the mailbox. */
let behave: (address: string) => void = () => {};
const wrapMail = (mail: MailBackend): MailBackend => ({
  ...mail,
  createMailbox: async (ref) => {
    behave(ref.address);
    await mail.createMailbox(ref);
  },
});
const app = useTestApp({ webhooks: false, wrapMail });
const second = useTestApp({ beside: app, wrapMail });
beforeEach(() => {
  behave = () => {};
});

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.7.0.${++lastAddress}` } });
const csvOf = (...names: string[]) => names.join('\n');
const namesIn = async (token: string) =>
  (await app.must(listMailboxes, { limit: 500 }, { token })).accounts.map(({ email }) => email.split('@')[0]);
const secretsIn = () =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ sealed: string | null }>(
      tx,
      sql`select sealed_password as sealed from bulk_row where sealed_password is not null`,
    ),
  );

test('lines that the check refused stay in the result with their reason, and a retry leaves them alone [MBX-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const { token, domain } = customer;
  await aMailbox(app, customer, 'taken');
  const { previewId } = await app.must(previewBulk, { kind: 'createMailboxes', csv: 'anna\ntaken\nb+x' }, { token });
  await confirmAgain(app, token);
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  const done = await finishedJob(app, token, jobId);
  expect(done).toMatchObject({ total: 1, done: 1, failed: 0, refused: 2 });
  expect(done.rows).toHaveLength(1);
  const refused = [
    { row: 2, email: `taken@${domain}`, ok: false, code: 'EMAIL_EXISTS' },
    { row: 3, ok: false, code: 'USER_NAME_HAS_PLUS' },
  ];
  expect(done.refusedRows).toMatchObject(refused);
  await app.must(retryBulk, { jobId }, { token });
  expect(await app.must(readBulk, { jobId, rows: 'none' }, { token })).toMatchObject({
    status: 'finished',
    refused: 2,
    refusedRows: [],
  });
});

test('a pasted table becomes mailboxes that receive mail, each with a link to choose its password [MBX-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const { token, domain } = customer;
  await aMailbox(app, customer, 'taken');
  const csv = `Email;Name;Room\nAnna;Anna Berg;7\nbert@${domain};;\ntaken;;\nanna;;\nb+x;;`;
  const preview = await app.must(previewBulk, { kind: 'createMailboxes', csv }, { token });
  expect(preview.rows.map(({ row, ok, code, effect }) => [row, ok, code ?? effect])).toEqual([
    [2, true, 'create'],
    [3, true, 'create'],
    [4, false, 'EMAIL_EXISTS'],
    [5, false, 'DUPLICATE_ROW'],
    [6, false, 'USER_NAME_HAS_PLUS'],
  ]);
  expect(preview.ignoredColumns).toEqual(['Room']);
  expect(preview.priceEffect).toMatchObject({ limit: 5, activeBefore: 1, activeAfter: 3, missingPlaces: 0 });
  expect(preview.priceEffect.price.amount).toBe('0.00');
  expect(await namesIn(token)).toEqual(['taken']);
  const starts = await Promise.all(
    [app, second, app].map((panel) => panel.must(startBulk, { previewId: preview.previewId }, { token })),
  );
  expect(new Set(starts.map(({ jobId }) => jobId)).size).toBe(1);
  const result = await finishedJob(app, token, starts[0]?.jobId ?? '');
  expect(result).toMatchObject({ kind: 'createMailboxes', done: 2, failed: 0, total: 2 });
  expect(await namesIn(token)).toEqual(['anna', 'bert', 'taken']);
  const link = new URL(result.rows[0]?.setPasswordLink ?? '');
  const linkToken = link.searchParams.get('token') ?? '';
  expect(await app.must(readTokenDetails, { token: linkToken })).toMatchObject({
    email: `anna@${domain}`,
    purpose: 'set-password',
  });
  expect(await app.refusal(signIn, { email: `anna@${domain}`, password: PASSWORD }, from())).toBe(
    'INVALID_CREDENTIALS',
  );
  await app.must(resetPassword, { token: linkToken, email: `anna@${domain}`, password: PASSWORD });
  await app.must(signIn, { email: `anna@${domain}`, password: PASSWORD }, from());
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  expect((await sendMail(smtp, { to: `bert@${domain}`, raw: aMessage('hello') })).accepted).toEqual([`bert@${domain}`]);
  const actions = await auditOf(app, customer.customerId);
  expect(actions.filter((action) => action === 'mailbox.created')).toHaveLength(3);
  expect(actions.filter((action) => action === 'bulk.started')).toHaveLength(1);
  expect(app.logged()).not.toContain(linkToken);
  app.clock.advance({ days: 4 });
  const admin = await app.must(signIn, { email: `taken@${domain}`, password: PASSWORD }, from());
  const later = await app.must(readBulk, { jobId: starts[0]?.jobId ?? '' }, { token: admin.token });
  expect(later.rows.map((row) => row.setPasswordLink)).toEqual([undefined, undefined]);
});

test('the first mailbox of an empty domain is an admin, in bulk as well [MBX-02] [MBX-07]', async () => {
  const { token } = await aCustomerWithDomain(app, { accounts: 3 });
  const { preview } = await runBulkJob(app, token, { kind: 'createMailboxes', csv: csvOf('zoe', 'anna') });
  expect(preview.rows.map(({ effect }) => effect)).toEqual(['createAdmin', 'create']);
  const { accounts } = await app.must(listMailboxes, {}, { token });
  expect(accounts.map(({ email, isAdmin }) => [email.split('@')[0], isAdmin])).toEqual([
    ['anna', false],
    ['zoe', true],
  ]);
});

test('rows beyond the plan are shown with the price of more mailboxes, and are left out of the job [MBX-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 3 });
  const { token, order } = customer;
  await aMailbox(app, customer, 'anna');
  const csv = csvOf('a1', 'a2', 'a3', 'a4');
  const { preview, result } = await runBulkJob(app, token, { kind: 'createMailboxes', csv });
  expect(preview.rows.map(({ ok, code }) => code ?? ok)).toEqual([
    true,
    true,
    'MAILBOX_LIMIT_REACHED',
    'MAILBOX_LIMIT_REACHED',
  ]);
  expect(preview.priceEffect).toMatchObject({ limit: 3, activeBefore: 1, activeAfter: 3, missingPlaces: 2 });
  expect(Number(preview.priceEffect.price.amount) / 2).toBeCloseTo(customer.purchase.wish.chargeableAmount / 3);
  expect(preview.priceEffect.billingCycle).toBe('yearly');
  expect(order).toBeDefined();
  expect(outcomesOf(result)).toEqual({ a1: 'done', a2: 'done' });
});

test('a row fails alone if its address or the last free mailbox is taken meanwhile, and a retry succeeds once it is free [MBX-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 4 });
  const { token, domain } = customer;
  const { previewId } = await app.must(
    previewBulk,
    { kind: 'createMailboxes', csv: csvOf('a1', 'a2', 'a3', 'a4') },
    { token },
  );
  await aMailbox(app, customer, 'anna');
  await aMailbox(app, customer, 'a2');
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  expect(outcomesOf(await finishedJob(app, token, jobId))).toEqual({
    a1: 'done',
    a2: 'EMAIL_EXISTS',
    a3: 'done',
    a4: 'MAILBOX_LIMIT_REACHED',
  });
  await app.must(deleteMailbox, { email: `a2@${domain}` }, { token });
  await Promise.all([app, second].map((panel) => panel.must(retryBulk, { jobId }, { token })));
  const again = await finishedJob(app, token, jobId);
  expect(outcomesOf(again)).toEqual({ a1: 'done', a2: 'done', a3: 'done', a4: 'MAILBOX_LIMIT_REACHED' });
  expect(again).toMatchObject({ done: 3, failed: 1 });
  expect(await namesIn(token)).toEqual(['a1', 'a2', 'a3', 'anna']);
});

test('a given password is sealed until it is used and then erased; its owner signs in with it [MBX-02] [API-04]', async () => {
  const { token, domain } = await aCustomerWithDomain(app, { accounts: 3 });
  const given = 'Given-harbour-8!';
  const rows = [{ email: 'anna', password: given }, { email: 'bert' }];
  const preview = await app.must(previewBulk, { kind: 'createMailboxes', rows }, { token });
  expect(JSON.stringify(preview)).not.toContain(given);
  const [kept] = await secretsIn();
  expect(kept?.sealed).toMatch(/^s1\./);
  const { jobId } = await app.must(startBulk, { previewId: preview.previewId }, { token });
  const result = await finishedJob(app, token, jobId);
  expect(result.rows.map(({ setPasswordLink }) => setPasswordLink === undefined)).toEqual([true, false]);
  expect(await secretsIn()).toEqual([]);
  await app.must(signIn, { email: `anna@${domain}`, password: given }, from());
  expect(app.logged()).not.toContain(given);
});

test('links are mailed to alternate emails on request, up to the limit per recipient [MBX-06]', async () => {
  const { token } = await aCustomerWithDomain(app, { accounts: 20 });
  const rows = Array.from({ length: 12 }, (_, number) => ({ email: `m${number}`, alternateEmail: 'one@home.test' }));
  const input = { kind: 'createMailboxes' as const, mailLinks: true, rows: [...rows, { email: 'none' }] };
  const { result } = await runBulkJob(app, token, input);
  expect(result.done).toBe(13);
  const mailed = result.rows.filter(({ attrs }) => attrs?.mailedTo === 'one@home.test');
  expect(mailed).toHaveLength(10);
  await expect
    .poll(async () => (await app.readMails()).filter(({ to }) => to === 'one@home.test').length, { timeout: 15_000 })
    .toBe(10);
});

test('a silent mail store delays the job but loses nothing; a row it refuses is taken back and can be retried [MBX-13]', async () => {
  const { token } = await aCustomerWithDomain(app, { accounts: 3 });
  let silences = 2;
  let refuses = true;
  behave = (address) => {
    if (address.startsWith('bert') && refuses) throw new MailBackendError('refused', 'a test said so');
    silences -= 1;
    if (silences >= 0) throw new MailBackendError('unavailable', 'a test said so');
  };
  const { result, jobId } = await runBulkJob(app, token, {
    kind: 'createMailboxes',
    csv: csvOf('anna', 'bert', 'carl'),
  });
  expect(outcomesOf(result)).toEqual({ anna: 'done', bert: 'MAIL_BACKEND_UNAVAILABLE', carl: 'done' });
  expect(await namesIn(token)).toEqual(['anna', 'carl']);
  refuses = false;
  await app.must(retryBulk, { jobId }, { token });
  expect(outcomesOf(await finishedJob(app, token, jobId))).toEqual({ anna: 'done', bert: 'done', carl: 'done' });
  expect(await namesIn(token)).toEqual(['anna', 'bert', 'carl']);
});

test('concurrent jobs and single creates on two servers fill the plan and never exceed it [MBX-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 30 });
  const { token } = customer;
  const list = (word: string) => csvOf(...Array.from({ length: 20 }, (_, number) => `${word}-${number}`));
  const previews = await Promise.all(
    ['x', 'y', 'x'].map((word) => app.must(previewBulk, { kind: 'createMailboxes', csv: list(word) }, { token })),
  );
  const singles = ['s1', 's2', 's3'].map((name) => aMailbox(second, customer, name).catch(() => null));
  const jobs = await Promise.all(
    previews.map(({ previewId }, turn) => (turn % 2 === 0 ? app : second).must(startBulk, { previewId }, { token })),
  );
  const results = await Promise.all(jobs.map(({ jobId }) => finishedJob(app, token, jobId)));
  const made = (await Promise.all(singles)).filter((one) => one !== null).length;
  const names = await namesIn(token);
  expect(names).toHaveLength(30);
  expect(new Set(names).size).toBe(30);
  expect(results.reduce((sum, { done }) => sum + done, made)).toBe(30);
  const codes = new Set(results.flatMap(({ rows }) => rows.flatMap(({ code }) => code ?? [])));
  expect([...codes].every((code) => ['EMAIL_EXISTS', 'MAILBOX_LIMIT_REACHED'].includes(code))).toBe(true);
});

test('an expired preview does not start, and is cleaned up with its secrets [API-04]', async () => {
  const { token } = await aCustomerWithDomain(app, { accounts: 3 });
  const rows = [{ email: 'anna', password: PASSWORD }];
  const { previewId } = await app.must(previewBulk, { kind: 'createMailboxes', rows }, { token });
  expect(await app.refusal(readBulk, { jobId: previewId }, { token })).toBe('NOT_FOUND');
  app.clock.advance({ minutes: 61 });
  await confirmAgain(app, token);
  expect(await app.refusal(startBulk, { previewId }, { token })).toBe('PREVIEW_EXPIRED');
  app.clock.advance({ minutes: 61 });
  await confirmAgain(app, token);
  await cleanUp(app.deps);
  expect(await secretsIn()).toEqual([]);
  expect(await app.refusal(startBulk, { previewId }, { token })).toBe('NOT_FOUND');
});

test('a password that was never used is erased a day after the job; its row says so when it is retried [API-04]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 3 });
  const { token, domain } = customer;
  const rows = [{ email: 'anna', password: PASSWORD }];
  const { previewId } = await app.must(previewBulk, { kind: 'createMailboxes', rows }, { token });
  await aMailbox(app, customer, 'anna');
  await aMailbox(app, customer, 'bert', { isAdmin: true });
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  expect(outcomesOf(await finishedJob(app, token, jobId))).toEqual({ anna: 'EMAIL_EXISTS' });
  expect(await secretsIn()).toHaveLength(1);
  await app.must(deleteMailbox, { email: `anna@${domain}` }, { token });
  app.clock.advance({ days: 2 });
  await cleanUp(app.deps);
  expect(await secretsIn()).toEqual([]);
  const later = (await app.must(signIn, { email: `bert@${domain}`, password: PASSWORD }, from())).token;
  await app.must(retryBulk, { jobId }, { token: later });
  expect(outcomesOf(await finishedJob(app, later, jobId))).toEqual({ anna: 'PASSWORD_ERASED' });
});

test('an empty list and too many rows are refused before anything is stored [API-01]', async () => {
  const { token } = await aCustomerWithDomain(app);
  const fieldsOf = async (csv: string) => {
    const answer = await app.call(previewBulk, { kind: 'createMailboxes', csv }, { token });
    return answer.ok ? null : JSON.stringify(answer.problem.attrs.fields);
  };
  expect(await fieldsOf(' \n')).toContain('NOTHING_TO_DO');
  expect(await fieldsOf('email\n')).toContain('NOTHING_TO_DO');
  expect(await fieldsOf('a\n'.repeat(10_001))).toContain('TOO_MANY_ROWS');
});

test('refused and failed lines are tried again with another address and with all they said; nothing else is touched [MBX-02] [MBX-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 6 });
  const { token, domain } = customer;
  await aMailbox(app, customer, 'taken');
  const csv = `anna\ntaken,Tess Taken,tess@home.test,yes,${PASSWORD}\nb+x,Bo\nanna\nbea,,,,short`;
  const { previewId } = await app.must(previewBulk, { kind: 'createMailboxes', csv }, { token });
  await confirmAgain(app, token);
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  const first = await finishedJob(app, token, jobId);
  expect(first.refusedRows?.map(({ row, code }) => [row, code])).toEqual([
    [2, 'EMAIL_EXISTS'],
    [3, 'USER_NAME_HAS_PLUS'],
    [4, 'DUPLICATE_ROW'],
    [5, 'PASSWORD_TOO_SHORT'],
  ]);
  const linksUntil = new Date(first.linksUntil ?? 0).getTime();
  expect(linksUntil).toBeGreaterThan(app.clock.now().getTime());
  const lines = [
    { row: 1, email: 'stolen' },
    { row: 2, email: 'tess' },
    { row: 3, email: `b x@${domain}` },
    { row: 4 },
    { row: 5, email: 'other' },
  ];
  await Promise.all([app, second].map((panel) => panel.must(retryBulk, { jobId, lines }, { token })));
  const again = await finishedJob(app, token, jobId);
  expect(again).toMatchObject({ total: 2, done: 2, failed: 0, refused: 3 });
  expect(again.rows.map(({ row, email }) => [row, email])).toEqual([
    [1, `anna@${domain}`],
    [2, `tess@${domain}`],
  ]);
  expect(again.rows[1]).toMatchObject({ displayName: 'Tess Taken', ok: true });
  expect(again.refusedRows?.map(({ row, email, code }) => [row, email, code])).toEqual([
    [3, `b x@${domain}`, 'USER_NAME_CHARACTERS'],
    [4, `anna@${domain}`, 'EMAIL_EXISTS'],
    [5, 'other', 'PASSWORD_TOO_SHORT'],
  ]);
  const tess = (await app.must(listMailboxes, {}, { token })).accounts.find(({ email }) => email === `tess@${domain}`);
  expect(tess).toMatchObject({ isAdmin: true, displayName: 'Tess Taken' });
  await app.must(signIn, { email: `tess@${domain}`, password: PASSWORD }, from());
  expect(await namesIn(token)).toEqual(['anna', 'taken', 'tess']);
});
