import type { MailBackend } from '@postern/adapter-mail/port';
import { previewBulk, readBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import { createForwarder } from '@postern/contract/forwarders';
import {
  deleteMailbox,
  suspendMailbox,
  unsuspendMailbox,
  updateMailbox,
} from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { ROLES } from '@postern/domain/sign-in';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { finishedJob, outcomesOf, runBulkJob } from '../../testing/run-bulk-job.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { writeMailboxes } from '../../testing/write-mailboxes.ts';
import { resumeBulkJobs } from './resume-bulk-jobs.ts';
import { runBulk } from './run-bulk.ts';
import { bulkJob } from './tables.ts';

const ended: string[] = [];
let whenEnding: (address: string) => Promise<unknown> = async () => undefined;
const wrapMail = (mail: MailBackend): MailBackend => ({
  ...mail,
  endSessions: async (ref) => {
    ended.push(ref.address);
    await whenEnding(ref.address);
  },
});
const app = useTestApp({ webhooks: false, wrapMail });

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.8.0.${++lastAddress}` } });
const rowsOf = (customer: TestCustomer, ...names: string[]) =>
  names.map((name) => ({ email: `${name}@${customer.domain}` }));

/** Admins anna and bert, and carl; anna is signed in. */
async function aTrio() {
  const customer = await aCustomerWithDomain(app, { accounts: 10 });
  const anna = await aMailbox(app, customer, 'anna', { alternateEmail: `anna-${customer.domain}@home.test` });
  const bert = await aMailbox(app, customer, 'bert', { isAdmin: true });
  await aMailbox(app, customer, 'carl');
  const { token } = await app.must(signIn, { email: anna.email, password: PASSWORD }, from());
  return { customer, anna, bert, token };
}
/** Leaves a job as a process would that is killed right after this admin started it: queued, but in no job queue. */
const queueFor = ({ customerId }: TestCustomer, jobId: string, by: { id: string; email: string }) =>
  app.deps.db.asTenant(customerId, (tx) =>
    tx.update(bulkJob).set({ state: 'queued', byMailboxId: by.id, byEmail: by.email }).where(eq(bulkJob.jobId, jobId)),
  );
const statusesOf = async (token: string) =>
  (await app.must(listMailboxes, {}, { token })).accounts.map(
    ({ email, status }) => `${email.split('@')[0]} ${status}`,
  );

test("several mailboxes are suspended for one reason and unsuspended, their sessions end, and one's own mailbox is left out [MBX-05] [MBX-13]", async () => {
  const { customer, token } = await aTrio();
  const carl = await app.must(signIn, { email: `carl@${customer.domain}`, password: PASSWORD }, from());
  const rows = rowsOf(customer, 'anna', 'bert', 'carl', 'nobody');
  const suspended = await runBulkJob(app, token, { kind: 'suspend', rows, reason: 'On leave' });
  expect(suspended.preview.rows.map(({ code, effect }) => code ?? effect)).toEqual([
    'OWN_MAILBOX',
    'suspend',
    'suspend',
    'NOT_FOUND',
  ]);
  expect(outcomesOf(suspended.result)).toEqual({ bert: 'done', carl: 'done' });
  expect(await statusesOf(token)).toEqual(['anna active', 'bert suspended', 'carl suspended']);
  expect(await app.refusal(validateToken, {}, { token: carl.token })).toBe('UNAUTHENTICATED');
  expect(ended).toContain(`carl@${customer.domain}`);
  const lifted = await runBulkJob(app, token, { kind: 'unsuspend', rows });
  expect(lifted.preview.rows.map(({ code, effect }) => code ?? effect)).toEqual([
    'none',
    'unsuspend',
    'unsuspend',
    'NOT_FOUND',
  ]);
  expect(await statusesOf(token)).toEqual(['anna active', 'bert active', 'carl active']);
  const actions = await auditOf(app, customer.customerId);
  expect(actions.filter((action) => action === 'mailbox.suspended')).toHaveLength(2);
});

test('a suspension by partner support stays, and its row says so; a row that needs no change is left out of the job [MBX-05]', async () => {
  const { customer, token } = await aTrio();
  const support = await aSessionAs(app, customer, { role: 'partnerSupport', email: 'sue@partner.test' });
  await app.must(suspendMailbox, { email: `carl@${customer.domain}` }, { token: support });
  const rows = rowsOf(customer, 'bert', 'carl');
  const { preview, result } = await runBulkJob(app, token, { kind: 'unsuspend', rows });
  expect(preview.rows.map(({ effect }) => effect)).toEqual(['none', 'unsuspend']);
  expect(outcomesOf(result)).toEqual({ carl: 'NOT_AUTHORIZED' });
});

test('all mailboxes that a search or a filter finds, except some, are changed; the last admin always remains [MBX-04] [MBX-07]', async () => {
  const { customer } = await aTrio();
  await writeMailboxes(app, customer, [{ name: 'desk-1' }, { name: 'desk-2' }, { name: 'desk-3' }]);
  const admin = { token: customer.token };
  const matching = { q: 'desk-', except: [`desk-2@${customer.domain}`] };
  const some = await runBulkJob(app, customer.token, { kind: 'delete', matching });
  expect(some.preview.priceEffect).toMatchObject({ activeBefore: 6, activeAfter: 4, price: { amount: '0.00' } });
  expect(outcomesOf(some.result)).toEqual({ 'desk-1': 'done', 'desk-3': 'done' });
  const admins = await runBulkJob(app, customer.token, { kind: 'suspend', matching: { q: '', role: 'admin' } });
  expect(admins.preview.rows.map(({ code, effect }) => code ?? effect)).toEqual(['suspend', 'LAST_ADMIN']);
  const lifted = await runBulkJob(app, customer.token, { kind: 'unsuspend', matching: { q: '', status: 'suspended' } });
  expect(outcomesOf(lifted.result)).toEqual({ anna: 'done' });
  const all = await runBulkJob(app, customer.token, { kind: 'delete', matching: { q: '' } });
  expect(all.preview.rows.map(({ code, effect }) => code ?? effect)).toEqual([
    'delete',
    'LAST_ADMIN',
    'delete',
    'delete',
  ]);
  const { accounts } = await app.must(listMailboxes, {}, admin);
  expect(accounts.map(({ email }) => email.split('@')[0])).toEqual(['bert']);
});

test('the last admin is safe even if the other admins went between preview and start [MBX-07]', async () => {
  const { customer } = await aTrio();
  const { token } = customer;
  const { previewId } = await app.must(
    previewBulk,
    { kind: 'suspend', rows: rowsOf(customer, 'anna', 'carl') },
    { token },
  );
  await app.must(suspendMailbox, { email: `bert@${customer.domain}` }, { token });
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  expect(outcomesOf(await finishedJob(app, token, jobId))).toEqual({ anna: 'LAST_ADMIN', carl: 'done' });
});

test("a reset link goes to each mailbox's alternate email; a row without one says so [MBX-06]", async () => {
  const { customer, anna, token } = await aTrio();
  const { preview, result } = await runBulkJob(app, token, {
    kind: 'resetPassword',
    rows: rowsOf(customer, 'anna', 'carl'),
  });
  expect(preview.rows.map(({ code, effect }) => code ?? effect)).toEqual(['resetPassword', 'NO_ALTERNATE_EMAIL']);
  expect(outcomesOf(result)).toEqual({ anna: 'done' });
  await expect
    .poll(async () => (await app.readMails()).filter(({ to }) => to === anna.alternateEmail).length, {
      timeout: 15_000,
    })
    .toBe(1);
});

test('a job whose process has died is taken over by the next runner, and each row is done once [MBX-13]', async () => {
  const { customer, token } = await aTrio();
  const { previewId } = await app.must(
    previewBulk,
    { kind: 'suspend', rows: rowsOf(customer, 'bert', 'carl') },
    { token },
  );
  // The state that a process leaves when it is killed after the first row: nothing is in the queue any more.
  await app.deps.db.asTenant(customer.customerId, async (tx) => {
    await tx.execute(
      sql`update bulk_job set state = 'running', done = 1, touched_at = ${app.clock.now().toISOString()} where job_id = ${previewId}`,
    );
    await tx.execute(sql`update bulk_row set state = 'done' where job_id = ${previewId} and "row" = 1`);
  });
  await resumeBulkJobs(app.deps);
  expect(await app.must(readBulk, { jobId: previewId }, { token })).toMatchObject({ status: 'running', done: 1 });
  app.clock.advance({ minutes: 1 });
  await resumeBulkJobs(app.deps);
  await finishedJob(app, token, previewId);
  expect(await statusesOf(token)).toEqual(['anna active', 'bert active', 'carl suspended']);
});

test('a job whose starter is demoted stops at once; another admin can retry the rest, without their own mailbox [MBX-07] [SUP-01]', async () => {
  const { customer, anna, bert, token } = await aTrio();
  const next = {
    token: await aSessionAs(app, customer, { role: 'domainAdmin', email: bert.email, mailboxId: bert.id }),
  };
  const { previewId } = await app.must(
    previewBulk,
    { kind: 'suspend', rows: rowsOf(customer, 'carl', 'bert') },
    { token },
  );
  // Demotes the starter between carl's row and the next. The queue ends his sessions once more at some later point.
  let demotion: Promise<unknown> | undefined;
  whenEnding = async (address) => {
    if (address === `carl@${customer.domain}`)
      await (demotion ??= app.must(updateMailbox, { accountId: anna.id, accountConfig: { isAdmin: false } }, next));
  };
  await app.must(startBulk, { previewId }, { token });
  const stopped = await finishedJob(app, next.token, previewId);
  expect(outcomesOf(stopped)).toEqual({ carl: 'done', bert: 'STARTER_NOT_ADMIN' });
  expect(stopped).toMatchObject({ done: 1, failed: 1, total: 2 });
  await app.must(retryBulk, { jobId: previewId }, next);
  expect(outcomesOf(await finishedJob(app, next.token, previewId))).toEqual({ carl: 'done', bert: 'OWN_MAILBOX' });
  expect(await statusesOf(next.token)).toEqual(['anna active', 'bert active', 'carl suspended']);
});

test.each([
  ['suspended', suspendMailbox],
  ['deleted', deleteMailbox],
] as const)(
  'a job whose starter is %s before its turn creates nothing [MBX-04] [MBX-05] [SUP-01]',
  async (_how, operation) => {
    const { customer, bert, token } = await aTrio();
    const { previewId: jobId } = await app.must(previewBulk, { kind: 'createMailboxes', csv: 'dora\nemil' }, { token });
    await queueFor(customer, jobId, bert);
    await app.must(operation, { email: bert.email }, { token });
    await runBulk(app.deps, { ...customer, jobId });
    const { rows, failed } = await app.must(readBulk, { jobId }, { token });
    expect([failed, outcomesOf({ rows })]).toEqual([2, { dora: 'STARTER_NOT_ADMIN', emil: 'STARTER_NOT_ADMIN' }]);
    expect((await statusesOf(token)).map((status) => status.split(' ')[0])).not.toContain('dora');
  },
);

test("two runners of a job and requests that change its starter's admin right lock in the same order, without a deadlock [MBX-13]", async () => {
  const { customer, bert, token } = await aTrio();
  const names = Array.from({ length: 12 }, (_, place) => ({ name: `desk-${place}` }));
  await writeMailboxes(app, customer, names);
  const { previewId: jobId } = await app.must(previewBulk, { kind: 'suspend', matching: { q: 'desk-' } }, { token });
  await queueFor(customer, jobId, bert);
  const run = () => runBulk(app.deps, { ...customer, jobId });
  let isRunning = true;
  const takeAndGive = async () => {
    for (let turn = 0; isRunning; turn += 1)
      await app.must(turn % 2 === 0 ? suspendMailbox : unsuspendMailbox, { email: bert.email }, { token });
  };
  const running = Promise.all([run(), run()]).finally(() => {
    isRunning = false;
  });
  await Promise.all([running, takeAndGive()]);
  const { done, failed, rows } = await app.must(readBulk, { jobId }, { token });
  expect(done + failed).toBe(12);
  expect(new Set(Object.values(outcomesOf({ rows })).filter((code) => code !== 'done'))).toEqual(
    new Set(failed > 0 ? ['STARTER_NOT_ADMIN'] : []),
  );
});

test('only admins of the domain see, start or retry bulk jobs, and never those of another domain [SUP-01] [API-02]', async () => {
  const { customer, token } = await aTrio();
  const { jobId } = await runBulkJob(app, token, { kind: 'suspend', rows: rowsOf(customer, 'carl') });
  const { previewId } = await app.must(previewBulk, { kind: 'unsuspend', rows: rowsOf(customer, 'carl') }, { token });
  for (const role of ROLES.filter((one) => one !== 'domainAdmin')) {
    const options = { token: await aSessionAs(app, customer, { role, email: `${role}@people.test` }) };
    const rows = rowsOf(customer, 'carl');
    expect(await app.refusal(previewBulk, { kind: 'suspend', rows }, options), role).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(startBulk, { previewId }, options), role).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(readBulk, { jobId }, options), role).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(retryBulk, { jobId }, options), role).toBe('NOT_AUTHORIZED');
  }
  const stranger = { token: (await aCustomerWithDomain(app)).token };
  expect(await app.refusal(startBulk, { previewId }, stranger)).toBe('NOT_FOUND');
  expect(await app.refusal(readBulk, { jobId }, stranger)).toBe('NOT_FOUND');
  expect(await app.refusal(retryBulk, { jobId }, stranger)).toBe('NOT_FOUND');
  const theirs = await app.must(previewBulk, { kind: 'delete', rows: rowsOf(customer, 'carl', 'bert') }, stranger);
  expect(theirs.rows.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});

test('deleting many keeps the last recipient of a forwarder, and says so before and after [MBX-04] [FWD-01]', async () => {
  const { customer, token } = await aTrio();
  const recipients = [`bert@${customer.domain}`, `carl@${customer.domain}`];
  await app.must(createForwarder, { email: `team@${customer.domain}`, recipients }, { token });
  const preview = (...names: string[]) =>
    app.must(previewBulk, { kind: 'delete', rows: rowsOf(customer, ...names) }, { token });
  expect((await preview('bert', 'carl')).rows.map(({ code, effect }) => code ?? effect)).toEqual([
    'delete',
    'LAST_RECIPIENT',
  ]);
  // When it was previewed, bert was a recipient too.
  const { previewId } = await preview('carl');
  await app.must(deleteMailbox, { email: `bert@${customer.domain}` }, { token });
  const { jobId } = await app.must(startBulk, { previewId }, { token });
  expect(outcomesOf(await finishedJob(app, token, jobId))).toEqual({ carl: 'LAST_RECIPIENT' });
});

test('a job that suspends mailboxes, or ends that, asks for no password, as one mailbox alone does not; any other does, and naming another kind starts nothing [MBX-12] [ENT-14]', async () => {
  const { customer, token } = await aTrio();
  app.clock.advance({ minutes: 11 });
  const preview = async (kind: 'suspend' | 'unsuspend' | 'delete') =>
    (await app.must(previewBulk, { kind, rows: rowsOf(customer, 'carl') }, { token })).previewId;
  const lie = { previewId: await preview('delete'), kind: 'suspend' as const };
  expect(await app.refusal(startBulk, lie, { token })).toBe('PREVIEW_EXPIRED');
  const { previewId } = lie;
  for (const asked of [{ previewId }, { previewId, kind: 'delete' as const }])
    expect(await app.refusal(startBulk, asked, { token })).toBe('PASSWORD_NEEDED');
  const started = await app.deps.db.asSystem((tx) => tx.select().from(bulkJob).where(eq(bulkJob.jobId, previewId)));
  expect(started.map(({ state }) => state)).toEqual(['preview']);
  for (const kind of ['suspend', 'unsuspend'] as const) {
    const { jobId } = await app.must(startBulk, { previewId: await preview(kind), kind }, { token });
    await finishedJob(app, token, jobId);
    expect(await statusesOf(token)).toContain(kind === 'suspend' ? 'carl suspended' : 'carl active');
  }
});
