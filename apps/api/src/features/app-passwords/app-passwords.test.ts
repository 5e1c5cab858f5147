import { createAppPassword, deleteAppPassword, listAppPasswords } from '@postern/contract/app-passwords';
import { deleteMailbox, resetMailboxPassword } from '@postern/contract/mailbox-administration';
import { resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { APP_PASSWORDS_MAXIMUM } from '@postern/domain/app-passwords';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { hashAppPassword, markOf } from '../../secrets/app-password.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { type PanelPair, startPanelPair } from '../../testing/panel-pair.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import type { TestApp } from '../../testing/start-test-app.ts';

let pair: PanelPair;
let app: TestApp;
let second: TestApp;
let ended: string[];
let customer: TestCustomer;
beforeAll(async () => {
  pair = await startPanelPair();
  ({ app, second, ended } = pair);
  customer = await aCustomerWithDomain(app, { accounts: 10 });
});
afterAll(() => pair.stop());

/** A mailbox of the domain, and a session of its owner. */
async function anOwner(user: string) {
  const alternateEmail = `${user}@home-${customer.domain}`;
  const { email, id } = await aMailbox(app, customer, user, { alternateEmail });
  const token = await aSessionAs(app, customer, { role: 'accountAdmin', email, mailboxId: id });
  return { email, id, token, alternateEmail };
}

type Login = { secret_hash: string; mark: string; suspended: boolean };
/** What the mail servers see. */
const viewOf = (email: string): Promise<Login[]> =>
  rowsOf(app.deps.db.global, sql`select mark, secret_hash, suspended from mail.app_password where address = ${email}`);

test('an app password is shown once, stored as a hash that the mail servers read, and does not work in the panel [MBX-08] [ENT-12]', async () => {
  const { email, token, alternateEmail } = await anOwner('anna');
  const { appPassword, password } = await app.must(createAppPassword, { name: ' My phone ' }, { token });
  expect(password).toMatch(/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/);
  const createdAt = app.clock.now().toISOString();
  expect(appPassword).toEqual({ id: appPassword.id, name: 'My phone', createdAt });
  const listed = await app.call(listAppPasswords, {}, { token });
  expect(listed).toMatchObject({ body: { appPasswords: [appPassword], limit: APP_PASSWORDS_MAXIMUM } });
  expect(listed.text).not.toContain(password);
  const secretHash = hashAppPassword(password);
  expect(await viewOf(email)).toEqual([{ mark: markOf(secretHash), secret_hash: secretHash, suspended: false }]);
  expect(await app.refusal(signIn, { email, password })).toBe('INVALID_CREDENTIALS');
  expect(app.logged()).not.toContain(password);
  const told = async () =>
    (await app.readMails())
      .filter((mail) => mail.subject === 'A new app password' && mail.text.includes('“My phone”'))
      .map((mail) => mail.to)
      .sort();
  await expect.poll(told, { timeout: 15_000, interval: 100 }).toEqual([alternateEmail, email].sort());
});

test("a deleted app password disappears for the mail servers at once, and the mailbox's sessions end [MBX-08] [MBX-13]", async () => {
  const { email, token } = await anOwner('bert');
  const phone = await app.must(createAppPassword, { name: 'Phone' }, { token });
  app.clock.advance({ seconds: 1 });
  const laptop = await app.must(createAppPassword, { name: 'Laptop' }, { token });
  const listed = async () => (await app.must(listAppPasswords, {}, { token })).appPasswords.map(({ name }) => name);
  expect(await listed()).toEqual(['Laptop', 'Phone']);
  await app.must(deleteAppPassword, { id: phone.appPassword.id }, { token });
  expect(ended).toContain(email);
  await app.must(deleteAppPassword, { id: phone.appPassword.id }, { token });
  expect(await listed()).toEqual(['Laptop']);
  expect((await viewOf(email)).map((row) => row.secret_hash)).toEqual([hashAppPassword(laptop.password)]);
  const written = (await auditOf(app, customer.customerId)).filter((action) => action.startsWith('app-password'));
  expect(written.filter((action) => action === 'app-password.deleted')).toHaveLength(1);
});

test('concurrent requests over two instances stay within the limit, and each app password has its own mark for Dovecot [MBX-08]', async () => {
  const { email, token } = await anOwner('carl');
  const answers = await Promise.all(
    Array.from({ length: APP_PASSWORDS_MAXIMUM + 4 }, (_, number) =>
      (number % 2 === 0 ? app : second).call(createAppPassword, { name: `App ${number}` }, { token }),
    ),
  );
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer]));
  expect(refused.map(({ code, problem }) => [code, problem.attrs])).toEqual(
    Array.from({ length: 4 }, () => ['APP_PASSWORD_LIMIT_REACHED', { limit: APP_PASSWORDS_MAXIMUM }]),
  );
  const rows = await viewOf(email);
  expect(new Set(rows.map((row) => row.mark)).size).toBe(APP_PASSWORDS_MAXIMUM);
});

test('a repeated request gets the same app password again, and makes no second one [MBX-08]', async () => {
  const { email, token } = await anOwner('dora');
  const headers = { 'idempotency-key': 'once' };
  const first = await app.must(createAppPassword, { name: 'Phone' }, { token, headers });
  expect(await second.must(createAppPassword, { name: 'Phone' }, { token, headers })).toEqual(first);
  expect(await viewOf(email)).toHaveLength(1);
});

test('an invalid name is refused with the reason [MBX-08]', async () => {
  const { token } = await anOwner('emil');
  for (const [name, code] of [
    [' ', 'NAME_REQUIRED'],
    ['x'.repeat(61), 'NAME_TOO_LONG'],
  ] as const)
    expect(await app.call(createAppPassword, { name }, { token })).toMatchObject({
      problem: { attrs: { fields: [{ path: 'name', code }] } },
    });
});

test("only the mailbox's own user sees, makes or deletes its app passwords [MBX-08] [SUP-01]", async () => {
  const { email, id, token } = await anOwner('fred');
  const { appPassword } = await app.must(createAppPassword, { name: 'Phone' }, { token });
  const supporter = { role: 'partnerSupport', email: 'sue@partner.test' } as const;
  const helper = await aSessionAs(app, customer, supporter);
  for (const stranger of [{ token: customer.token }, { token: helper }]) {
    expect(await app.refusal(listAppPasswords, {}, stranger)).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(createAppPassword, { name: 'x' }, stranger)).toBe('NOT_AUTHORIZED');
    expect(await app.refusal(deleteAppPassword, { id: appPassword.id }, stranger)).toBe('NOT_AUTHORIZED');
  }
  const neighbour = await anOwner('gerd');
  await app.must(deleteAppPassword, { id: appPassword.id }, { token: neighbour.token });
  expect((await app.must(listAppPasswords, {}, { token: neighbour.token })).appPasswords).toEqual([]);
  expect(await viewOf(email)).toHaveLength(1);
  await app.must(deleteMailbox, { email }, { token: customer.token });
  expect(await viewOf(email)).toEqual([]);
  const left = await app.deps.db.asSystem((tx) =>
    rowsOf(tx, sql`select name from app_password where mailbox_id = ${id}`),
  );
  expect(left).toEqual([]);
});

test('a new mailbox password revokes every app password [MBX-08] [MBX-13]', async () => {
  const { email, token, alternateEmail } = await anOwner('hans');
  await app.must(createAppPassword, { name: 'Phone' }, { token });
  await app.must(resetMailboxPassword, { email, recipient: alternateEmail }, { token: customer.token });
  const linkOf = async () =>
    (await app.readMails())
      .filter((mail) => mail.to === alternateEmail)
      .map((mail) => /token=([\w-]+)/.exec(mail.text)?.[1])
      .find((found) => found !== undefined);
  await expect.poll(linkOf, { timeout: 15_000, interval: 100 }).toBeDefined();
  await app.must(resetPassword, { token: (await linkOf()) ?? '', password: `${PASSWORD}x` });
  expect(await viewOf(email)).toEqual([]);
});
