import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { addAlias } from '@postern/contract/aliases';
import { setCatchAll } from '@postern/contract/catch-all';
import { createForwarder, listForwarders } from '@postern/contract/forwarders';
import {
  deleteMailbox,
  replaceMailbox,
  suspendMailbox,
  unsuspendMailbox,
  updateMailbox,
} from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ database: 'pglite', webhooks: false });

test("an admin's tasks work on the embedded database, too: alias, forwarder, catch-all, rights, suspension, replacing, deleting [MBX-13]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  await app.must(addAlias, { alias: 'sales', email: bert.email, displayName: 'Sales' }, { token });
  await app.must(createForwarder, { email: `team@${domain}`, recipients: [anna.email, bert.email] }, { token });
  await app.must(setCatchAll, { email: bert.email }, { token });
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  const to = ['sales', 'team', 'anything'].map((name) => `${name}@${domain}`);
  expect((await sendMail(smtp, { to, raw: aMessage('hello') })).accepted).toEqual(to);
  const session = await app.must(signIn, { email: bert.email, password: PASSWORD });
  await app.must(updateMailbox, { accountId: bert.id, accountConfig: { isAdmin: true } }, { token });
  await app.must(listMailboxes, {}, { token: session.token });
  await app.must(suspendMailbox, { email: bert.email, suspensionType: 'On leave' }, { token });
  expect(await app.refusal(validateToken, {}, { token: session.token })).toBe('UNAUTHENTICATED');
  expect(await app.refusal(deleteMailbox, { email: anna.email }, { token })).toBe('LAST_ADMIN');
  await app.must(unsuspendMailbox, { email: bert.email }, { token });
  await app.must(deleteMailbox, { email: anna.email }, { token });
  expect((await app.must(listForwarders, {}, { token })).forwarders[0]?.recipients).toEqual([bert.email]);
  const fresh = { email: `nora@${domain}`, password: PASSWORD, oldAccountId: bert.id };
  const order = { orderId: customer.order.orderId, bundleId: customer.bundleId };
  await app.must(replaceMailbox, { ...order, ...fresh }, { token });
  const { accounts } = await app.must(listMailboxes, {}, { token });
  expect(accounts.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([[fresh.email, true]]);
  expect((await app.deps.mail.listMailboxes()).map(({ address }) => address)).toEqual([fresh.email]);
}, 60_000);

test('a read for the system sees the rows of all customers in the embedded database, without a transaction [API-02]', async () => {
  await aCustomerWithDomain(app);
  const listed = sql`select count(distinct customer_id)::int as customers from bundle`;
  const [read, inRole] = [
    await app.deps.db.readAsSystem((tx) => rowsOf<{ customers: number }>(tx, listed)),
    await app.deps.db.asSystem((tx) => rowsOf<{ customers: number }>(tx, listed)),
  ];
  expect(read).toEqual(inRole);
  expect(read[0]?.customers).toBeGreaterThan(1);
});

test('lists in the embedded database are read as lists, and none of its statements copies a parser for each table', async () => {
  const { raw } = app.deps.db;
  if (raw.kind !== 'pglite') throw new Error('This is not the embedded database.');
  const lists = await raw.client.query(`select array['a', 'b'] as words, array[1, 2] as numbers`);
  expect(lists.rows).toEqual([{ words: ['a', 'b'], numbers: [1, 2] }]);
  const parsed = Object.keys(raw.client.parsers);
  const ofTables = await raw.client.query(
    `select 1 from pg_class join pg_type on pg_type.typelem = pg_class.reltype
    where pg_class.reltype <> 0 and pg_type.oid::text = any($1)`,
    [parsed],
  );
  expect(ofTables.rows).toEqual([]);
});
