import { createAppPassword } from '@postern/contract/app-passwords';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { authenticatePurchase, completePurchase } from '@postern/contract/purchase';
import { forgotPassword, readTokenDetails, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { addSharedKey } from '../features/partners/create-partner.ts';
import {
  aCard,
  aCustomerWithDomain,
  aMailbox,
  aPurchaseLink,
  aReadyPurchase,
  DECLINED_CARD,
  payByCard,
  PASSWORD,
  type TestCustomer,
} from '../testing/builders.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = useTestApp();
let customer: TestCustomer;
/** Secrets that were sent or returned on the way and must not be stored anywhere, by a name for the failure message. */
const secrets: Record<string, string> = {};
beforeAll(async () => {
  customer = await aCustomerWithDomain(app);
  Object.assign(secrets, {
    'session token': customer.token,
    link: customer.link.jwt,
    "link's signature": customer.link.jwt.split('.')[2],
    'purchase token': customer.purchase.token,
    'client secret': customer.purchase.clientSecret,
    'partner secret': app.partner.secret,
    'second partner secret': (await app.deps.db.asSystem((tx) => addSharedKey(tx, app.deps, 54))).secret,
    'webhook secret': app.gateway.webhookSecret,
    'secret key': app.secretKey.toString('hex'),
  });
  await passwords();
  await failures();
  const { params } = await app.must(authenticatePurchase, {
    jwt: (await aPurchaseLink(app, customer)).jwt,
    partnerId: 54,
  });
  secrets['panel login token'] = params.token ?? '';
});

async function passwords(): Promise<void> {
  const alternateEmail = 'anna@private.test';
  const { email } = await aMailbox(app, customer, 'anna', { alternateEmail });
  const headers = { 'idempotency-key': 'with-a-password' };
  await app.must(
    createMailbox,
    { email: `bert@${customer.domain}`, password: 'Second-secret-2!' },
    { token: customer.token, headers },
  );
  const bert = await app.must(signIn, { email: `bert@${customer.domain}`, password: 'Second-secret-2!' });
  const made = await app.must(createAppPassword, { name: 'Phone' }, { token: bert.token, headers });
  secrets['app password'] = made.password;
  secrets['mailbox password'] = PASSWORD;
  secrets['password sent with a key'] = 'Second-secret-2!';
  secrets['sign-in token'] = (await app.must(signIn, { email, password: PASSWORD })).token;
  await app.refusal(signIn, { email, password: 'Wrong-guess-9!' });
  secrets['wrong password'] = 'Wrong-guess-9!';
  await app.must(forgotPassword, { email });
  const linkIn = async () =>
    (await app.readMails()).find((mail) => mail.to === alternateEmail)?.text.match(/token=([\w-]+)/)?.[1];
  await pollUntil(async () => (await linkIn()) !== undefined, { timeoutMs: 15_000, onTimeout: () => 'no mail came' });
  const token = (await linkIn()) ?? '';
  secrets['mailed token'] = token;
  await app.must(readTokenDetails, { token });
  await app.must(resetPassword, { token, password: 'Third-secret-3!' });
  secrets['new password'] = 'Third-secret-3!';
}

async function failures(): Promise<void> {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app));
  const headers = { 'idempotency-key': 'fails' };
  await payByCard(app, purchase.clientSecret, DECLINED_CARD);
  await app.refusal(
    completePurchase,
    { ...purchase.wish, trackingId: purchase.trackingId },
    { token: purchase.token, headers },
  );
  await payByCard(app, purchase.clientSecret);
  const { text } = await app.call(
    completePurchase,
    { ...purchase.wish, trackingId: purchase.trackingId },
    { token: purchase.token, headers },
  );
  secrets['token of a kept answer'] = (JSON.parse(text) as { session: { token: string } }).session.token;
  secrets['open client secret'] = purchase.clientSecret ?? '';
  secrets['card number'] = aCard().number;
  secrets['declined card number'] = DECLINED_CARD;
}

async function dump(): Promise<string> {
  return app.deps.db.asSystem(async (tx) => {
    await tx.execute(sql`reset role`);
    const tables = await rowsOf<{ schema: string; name: string }>(
      tx,
      sql`select table_schema as schema, table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss', 'drizzle')`,
    );
    const rows: unknown[] = [];
    for (const { schema, name } of tables)
      rows.push(
        name,
        await rowsOf(tx, sql`select to_jsonb(t) as row from ${sql.identifier(schema)}.${sql.identifier(name)} t`),
      );
    return JSON.stringify(rows);
  });
}

test('no password, token, link, card number or key is anywhere in the database after everything was done once [PUR-08] [ENT-12] [PAY-02]', async () => {
  const content = await dump();
  expect(content).toContain(customer.domain);
  expect(content).toContain('mailbox.created');
  for (const [name, secret] of Object.entries(secrets)) expect(content.includes(secret), name).toBe(false);
});

test('no password, token, link, card number or key is in the log, at any level [ENT-12] [PAY-02]', async () => {
  await app.call(listMailboxes, { q: 'secret-query' }, { token: customer.token });
  const log = app.logged();
  expect(log).toContain('/panel/account/email/create');
  for (const [name, secret] of Object.entries({ ...secrets, query: 'secret-query' }))
    expect(log.includes(secret), name).toBe(false);
});

test('a failing query is logged without its values, and the caller learns nothing about it [API-01] [ENT-12]', async () => {
  await app.deps.db.global.execute(sql`alter table mailbox rename column password_hash to elsewhere`);
  const call = () =>
    app.call(
      createMailbox,
      { email: `carl@${customer.domain}`, password: 'Fourth-secret-4!' },
      { token: customer.token },
    );
  await expect(call()).rejects.toThrow(/Failed query: /);
  await app.deps.db.global.execute(sql`alter table mailbox rename column elsewhere to password_hash`);
  const log = app.logged();
  expect(log).toContain('unhandled error');
  for (const value of ['Fourth-secret-4!', '$argon2id$', 'carl@']) expect(log.includes(value), value).toBe(false);
  expect((await call()).ok).toBe(true);
});
