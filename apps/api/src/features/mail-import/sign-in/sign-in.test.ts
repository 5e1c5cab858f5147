import { imapSource } from '@postern/adapter-mail-source/imap-source';
import { openIdSignIns } from '@postern/adapter-mail-source/open-id-sign-ins';
import { cancelImport, fetchImportTasks, retryImport, scheduleImport } from '@postern/contract/mail-import';
import {
  finishImportSignIn,
  listImportSignIns,
  readImportSignIn,
  startImportSignIn,
} from '@postern/contract/mail-import-sign-in';
import type { OutputOf } from '@postern/contract/operation';
import { type HostileImap, startHostileImap } from '@postern/testkit/hostile-imap';
import { type SignInProviderServer, startSignInProvider } from '@postern/testkit/sign-in-provider';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { rowsOf } from '../../../db/client.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain } from '../../../testing/builders.ts';
import { messages, tokenOfImportMail, useImportGround } from '../../../testing/mail-import-ground.ts';
import { aSessionAs } from '../../../testing/session-as.ts';
import { eraseCustomer } from '../../customer-data/erase-command.ts';
import { eraseCustomers } from '../../customer-data/erase-customers.ts';
import { hasOpenWork } from '../../customer-data/erased-rows.ts';
import { cleanUpImports } from '../clean-up-imports.ts';
import { mailImport, mailImportRevocation, mailImportSignIn } from '../tables.ts';
import { endAccesses } from './end-accesses.ts';

const HOST = 'imap.gmail.test';
const RETURN = 'http://panel.test/import-sign-in';
const MAIL_SCOPES = ['https://mail.google.com/', 'https://outlook.office.com/IMAP.AccessAsUser.All'];
const CLIENT = { clientId: 'postern', clientSecret: 'the secret of the client' };

let imap: HostileImap;
let provider: SignInProviderServer;
const signIns = () =>
  openIdSignIns({
    clients: (['google', 'microsoft'] as const).map((name) => ({ provider: name, ...CLIENT })),
    standIn: { issuer: provider.issuer, host: HOST, port: 993 },
    timeoutSeconds: 0.5,
  });
let real: ReturnType<typeof signIns> | undefined;
const ground = useImportGround(
  {
    connect: (login) =>
      imapSource({
        ...{ mayConnect: () => true, lookUpAll: async () => [{ address: '127.0.0.1' }], ca: [imap.ca] },
      }).connect({ ...login, port: imap.port }),
  },
  // The provider listens once the tests begin.
  {
    get offered() {
      return (real ??= signIns()).offered;
    },
    begin: (...args) => (real ??= signIns()).begin(...args),
    complete: (...args) => (real ??= signIns()).complete(...args),
    refresh: (...args) => (real ??= signIns()).refresh(...args),
    revoke: (...args) => (real ??= signIns()).revoke(...args),
  },
);
const { app, run, read } = ground;

beforeAll(async () => {
  imap = await startHostileImap(HOST, { password: 'none' });
  provider = await startSignInProvider({ ...CLIENT, redirectUris: [RETURN], mailScopes: MAIL_SCOPES });
});
afterAll(async () => {
  await imap[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // Accesses that earlier tests left open aren't part of this test.
  await app.deps.db.asSystem(async (tx) => {
    for (const table of [mailImportRevocation, mailImportSignIn]) await tx.delete(table);
  });
  Object.assign(imap, { folders: [], deed: () => 'give', changes: [], accepts: knows });
  Object.assign(provider, { account: null, denies: false, leavesOutMail: false, isSilent: false, revocations: 0 });
  provider.tokenCalls.length = 0;
  imap.folders = [
    {
      ...{ path: 'INBOX', uidValidity: 7 },
      messages: new Map(messages(5).map((raw, at) => [at + 1, { raw: Buffer.from(raw) }])),
    },
  ];
});

/** The access tokens that the mail server was given. */
const shown: string[] = [];
const knows = (user: string, token: string) => {
  shown.push(token);
  return provider.knows(user, token);
};

const as = (token = ground.customer.token) => ({ token });
const address = () => `anna${ground.number}@oldhost.test`;
type Begun = OutputOf<typeof startImportSignIn>;

const begin = (token = ground.customer.token, name: 'google' | 'microsoft' = 'google') =>
  app.must(startImportSignIn, { provider: name, remoteEmail: address() }, { token });

/** What the window does in which the person signs in: it comes back to the panel with the provider's answer. */
async function signInAt(begun: Begun): Promise<{ answer: string; browserSecret: string }> {
  const back = await provider.follow(begun.url);
  return { answer: back.search.slice(1), browserSecret: begun.browserSecret };
}
const finish = async (begun: Begun) => app.must(finishImportSignIn, await signInAt(begun));
async function signIn(name: 'google' | 'microsoft' = 'google'): Promise<string> {
  const begun = await begin(undefined, name);
  expect(await finish(begun)).toMatchObject({ state: 'done' });
  return begun.signInId;
}

const wish = (signInId: string) => ({
  ...{ host: HOST, port: 993, ssl: true, remoteEmail: address(), signInId, destinationEmail: ground.box.email },
});
const schedule = async (name: 'google' | 'microsoft' = 'google') =>
  (await app.must(scheduleImport, wish(await signIn(name)), as())).task;
const rowOf = async (taskId: string) =>
  (await app.deps.db.asSystem((tx) => tx.select().from(mailImport).where(eq(mailImport.taskId, taskId))))[0];
/** The entries of the audit that prove that something was erased. */
const erasures = () =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ attrs: unknown }>(
      tx,
      sql`select attrs from audit where action = 'import.password-erased' and customer_id = ${ground.customer.customerId}`,
    ),
  );
/** Everything that is stored for imports and open panels, and everything logged. */
async function everything(): Promise<string> {
  const tables = [
    'mail_import',
    'mail_import_sign_in',
    'mail_import_revocation',
    'audit',
    'live_event',
    'job',
    'idempotency',
  ];
  const known = await app.deps.db.asSystem((tx) =>
    rowsOf<{ name: string }>(
      tx,
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    ),
  );
  const there = known.filter(({ name }) => tables.some((one) => name.startsWith(one)));
  const rows = await app.deps.db.asSystem((tx) =>
    Promise.all(there.map(({ name }) => rowsOf(tx, sql`select t::text from ${sql.identifier(name)} t`))),
  );
  return JSON.stringify(rows) + app.logged();
}

test('a person signs in at the provider, and the import copies the mailbox without a password; at the end the access is ended there and erased here [IMP-01]', async () => {
  expect((await app.must(listImportSignIns, {}, as())).signIns).toContainEqual({
    ...{ provider: 'google', host: HOST, port: 993, ssl: true },
  });
  const begun = await begin();
  const url = new URL(begun.url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ login_hint: address(), code_challenge_method: 'S256', access_type: 'offline', redirect_uri: RETURN },
    scope: 'openid email https://mail.google.com/',
  });
  expect((await app.must(readImportSignIn, { signInId: begun.signInId }, as())).state).toBe('waiting');
  expect(await app.refusal(scheduleImport, wish(begun.signInId), as())).toBe('IMPORT_SIGN_IN_NEEDED');
  expect(await finish(begun)).toEqual({ provider: 'google', state: 'done', remoteEmail: address() });
  // The code was exchanged with the verifier of this sign-in.
  const verifier = provider.tokenCalls[0]?.get('code_verifier') ?? '';
  expect(url.searchParams.get('code_challenge')).toBe(hashToken(verifier));
  expect(await app.must(readImportSignIn, { signInId: begun.signInId }, as())).toMatchObject({ state: 'done' });
  const { task } = await app.must(scheduleImport, wish(begun.signInId), as());
  expect(task).toMatchObject({ signInWith: 'google', sourceEmail: address() });
  // It is used up.
  expect(await app.refusal(scheduleImport, wish(begun.signInId), as())).toBe('IMPORT_SIGN_IN_NEEDED');
  await run();
  expect(await read(task)).toMatchObject({ status: 'successful', messages: { done: 5 } });
  expect(imap.changes).toEqual([]);
  await endAccesses(app.deps);
  expect(provider.revocations).toBe(1);
  expect((await read(task)).erasedAt).toBeDefined();
  expect(await rowOf(task.taskId)).toMatchObject({ sealedPassword: null });
  expect(await erasures()).toEqual([{ attrs: { taskId: task.taskId, revoked: true } }]);
});

test('an answer counts once, within ten minutes, and only in the browser whose panel began the sign-in [IMP-01]', async () => {
  const begun = await begin();
  const answer = await signInAt(begun);
  const stranger = await aCustomerWithDomain(app);
  const other = await begin(stranger.token);
  // A person who is sent the address of a sign-in, and signs in, doesn't have the secret of the one who began it.
  for (const browserSecret of ['guessed', other.browserSecret])
    expect(await app.refusal(finishImportSignIn, { ...answer, browserSecret })).toBe('TOKEN_EXPIRED');
  expect(provider.tokenCalls).toEqual([]);
  const twice = await Promise.all([1, 2, 3].map(() => app.call(finishImportSignIn, answer).catch(() => null)));
  expect(provider.tokenCalls).toHaveLength(1);
  expect(twice.filter((one) => JSON.stringify(one).includes('"done"'))).toHaveLength(1);
  expect(await app.refusal(finishImportSignIn, answer)).toBe('TOKEN_EXPIRED');
  const late = await signInAt(other);
  app.clock.advance({ minutes: 11 });
  expect(await app.refusal(finishImportSignIn, late)).toBe('TOKEN_EXPIRED');
});

test("a sign-in is only for the session that began it, for its address, and for its provider's own mail server [IMP-01]", async () => {
  const signInId = await signIn();
  const stranger = await aCustomerWithDomain(app);
  const colleague = await aSessionAs(app, ground.customer, {
    ...{ role: 'domainAdmin', email: ground.box.email, mailboxId: ground.box.id },
  });
  for (const token of [stranger.token, colleague])
    expect(await app.refusal(readImportSignIn, { signInId }, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(scheduleImport, wish(signInId), as(colleague))).toBe('IMPORT_SIGN_IN_NEEDED');
  expect(await app.refusal(scheduleImport, { ...wish(signInId), remoteEmail: 'eve@oldhost.test' }, as())).toBe(
    'IMPORT_SIGN_IN_NEEDED',
  );
  // Someone else's server would get a token that opens the mailbox.
  for (const change of [{ host: 'imap.oldhost.test' }, { port: 143 }, { ssl: false }])
    expect(await app.refusal(scheduleImport, { ...wish(signInId), ...change }, as())).toBe('HOST_NOT_ALLOWED');
  await app.must(scheduleImport, wish(signInId), as());
});

test.for([
  ['signs in to another account', () => ({ account: 'eve@oldhost.test' }), 'other-account'],
  ['refuses', () => ({ denies: true }), 'denied'],
  ['leaves out the access to the mailbox', () => ({ leavesOutMail: true }), 'denied'],
  ['has a provider that never replies', () => ({ isSilent: true }), 'failed'],
] as const)('somebody who %s is told so, and no access is kept [IMP-01]', async ([, change, state]) => {
  const begun = await begin();
  Object.assign(provider, change());
  const told = await finish(begun);
  expect(told).toMatchObject({ state, ...(state === 'other-account' ? { otherEmail: 'eve@oldhost.test' } : {}) });
  expect(await app.must(readImportSignIn, { signInId: begun.signInId }, as())).toMatchObject({ state });
  expect(await app.refusal(scheduleImport, wish(begun.signInId), as())).toBe('IMPORT_SIGN_IN_NEEDED');
  await endAccesses(app.deps);
  expect(provider.revocations).toBe(state === 'other-account' ? 1 : 0);
});

test('an expired token is renewed, also while the provider is away for a while, and the secrets are in no row, log or event [IMP-02]', async () => {
  const task = await schedule();
  app.clock.advance({ minutes: 61 });
  provider.isSilent = true;
  await run();
  expect(await read(task)).toMatchObject({ status: 'interrupted', error: 'MAIL_SERVER_UNREACHABLE' });
  expect((await read(task)).nextTryAt).toBeDefined();
  provider.isSilent = false;
  app.clock.advance({ minutes: 5 });
  await run();
  expect(await read(task)).toMatchObject({ status: 'successful', messages: { done: 5 } });
  expect(provider.tokenCalls.map((call) => call.get('grant_type'))).toEqual([
    ...['authorization_code', 'refresh_token', 'refresh_token'],
  ]);
  const kept = await everything();
  expect(kept).toContain(task.taskId);
  const secrets = provider.tokenCalls.flatMap((call) =>
    ['code', 'refresh_token', 'code_verifier', 'client_secret'].flatMap((name) => call.get(name) ?? []),
  );
  expect(secrets.length).toBeGreaterThan(6);
  expect(shown.length).toBeGreaterThan(0);
  for (const secret of [...secrets, ...shown]) expect(kept).not.toContain(secret);
});

test('an access that its owner ended interrupts the import, which continues after a new sign-in by the mailed link [IMP-03]', async () => {
  const task = await schedule();
  await provider.endAll();
  await run();
  const to = ground.customer.email;
  expect(await read(task)).toMatchObject({
    ...{ status: 'interrupted', error: 'IMAP_AUTH_FAILED', mailedTo: to, signInWith: 'google' },
  });
  const token = await tokenOfImportMail(app, to);
  const mail = (await app.readMails()).find((one) => one.text.includes(token));
  expect(mail?.text).toContain('Google');
  expect(mail?.text).not.toContain('password of');
  const link = { headers: { authorization: `Import ${token}` } };
  expect((await app.must(fetchImportTasks, {}, link)).tasks).toMatchObject([{ signInWith: 'google' }]);
  const other = { provider: 'google', remoteEmail: 'eve@oldhost.test' } as const;
  expect(await app.refusal(startImportSignIn, other, link)).toBe('NOT_AUTHORIZED');
  const begun = await app.must(startImportSignIn, { ...other, remoteEmail: address() }, link);
  await finish(begun);
  // The session of the person who started the import can't use what the holder of the link gave.
  const retried = { taskId: task.taskId, signInId: begun.signInId };
  expect(await app.refusal(retryImport, retried, as())).toBe('IMPORT_SIGN_IN_NEEDED');
  await app.must(scheduleImport, wish(begun.signInId), link);
  await run();
  expect(await read(task)).toMatchObject({ status: 'successful', messages: { done: 5 } });
});

test('an owner who is asked for access to a mailbox at a provider is asked to sign in there, and nobody else sees the access [IMP-01] [IMP-03]', async () => {
  const ownerEmail = `owner${ground.number}@else.test`;
  const { signInId: _none, ...without } = wish('');
  const { task } = await app.must(scheduleImport, { ...without, ownerEmail }, as());
  expect(task).toMatchObject({ status: 'interrupted', error: 'PASSWORD_MISSING', signInWith: 'google' });
  const token = await tokenOfImportMail(app, ownerEmail);
  const mail = (await app.readMails()).find((one) => one.text.includes(token));
  expect(mail?.text).toContain('asks you to sign in at Google');
  const link = { headers: { authorization: `Import ${token}` } };
  const begun = await app.must(startImportSignIn, { provider: 'google', remoteEmail: address() }, link);
  await finish(begun);
  expect(await app.refusal(readImportSignIn, { signInId: begun.signInId }, as())).toBe('NOT_FOUND');
  await app.must(scheduleImport, wish(begun.signInId), link);
  await run();
  expect(await read(task)).toMatchObject({ status: 'successful', messages: { done: 5 } });
});

test('an access ends with a cancelled import, after seven days of waiting, and when nobody uses the sign-in; one that another import needs stays [IMP-02]', async () => {
  const cancelled = await schedule();
  await app.must(cancelImport, { taskId: cancelled.taskId }, as());
  const waiting = await schedule('microsoft');
  provider.isSilent = true;
  app.clock.advance({ minutes: 61 });
  await run();
  provider.isSilent = false;
  const unused = await signIn();
  // Google would end the access of the unused sign-in, too.
  await endAccesses(app.deps);
  expect(provider.revocations).toBe(0);
  expect(await erasures()).toEqual([{ attrs: { taskId: cancelled.taskId, revoked: false } }]);
  app.clock.advance({ minutes: 61 });
  await endAccesses(app.deps);
  expect(provider.revocations).toBe(1);
  expect(await app.refusal(readImportSignIn, { signInId: unused }, as())).toBe('NOT_FOUND');
  app.clock.advance({ days: 7 });
  await app.deps.db.asSystem((tx) => cleanUpImports(tx, app.clock.now()));
  expect(await rowOf(waiting.taskId)).toMatchObject({ status: 'failed', sealedPassword: null });
  // Microsoft has no call to end an access: it is only erased.
  expect(await erasures()).toContainEqual({ attrs: { taskId: waiting.taskId } });
});

test('an access whose provider is away for an hour is erased all the same, and the audit says that it was not ended there [IMP-02]', async () => {
  const task = await schedule();
  await app.must(cancelImport, { taskId: task.taskId }, as());
  await provider.endAll();
  real = openIdSignIns({
    clients: [{ provider: 'google', ...CLIENT }],
    standIn: { issuer: 'http://127.0.0.1:1', host: HOST, port: 993 },
    timeoutSeconds: 0.5,
  });
  await endAccesses(app.deps);
  expect((await read(task)).erasedAt).toBeUndefined();
  app.clock.advance({ minutes: 61 });
  await endAccesses(app.deps);
  real = undefined;
  expect((await read(task)).erasedAt).toBeDefined();
  expect(await erasures()).toEqual([{ attrs: { taskId: task.taskId, revoked: false } }]);
});

test('before an account is erased, the provider ends the access of a running import and of an unused sign-in [IMP-02]', async () => {
  const { customerId } = ground.customer;
  const task = await schedule();
  await signIn();
  await expect.poll(() => app.deps.db.asSystem((tx) => hasOpenWork(tx, customerId)), { timeout: 15_000 }).toBe(false);
  const deps = { ...app.deps, config: readConfig({ POSTERN_DATA_DIR: app.dataDir }), checks: null, services: null };
  await eraseCustomer(deps, { customer: customerId, days: '0', reason: 'The owner asked by telephone.' });
  const isErased = async () => {
    await eraseCustomers(app.deps);
    app.clock.advance({ minutes: 2 });
    return (await auditOf(app, customerId)).join() === 'customer.erased';
  };
  for (let sweeps = 0; sweeps < 4; sweeps += 1) expect(await isErased()).toBe(false);
  expect(await rowOf(task.taskId)).toBeUndefined();
  expect(provider.revocations).toBe(0);
  await endAccesses(app.deps);
  expect(provider.revocations).toBe(2);
  await expect.poll(isErased, { timeout: 15_000 }).toBe(true);
});
