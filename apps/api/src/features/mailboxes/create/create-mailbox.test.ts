import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { signIn } from '@postern/contract/sign-in';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../../runtime/ids.ts';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { mailAlias } from '../../aliases/tables.ts';
import { bundle, nameRegistry } from '../../bundles/tables.ts';

const app = useTestApp();
const second = useTestApp({ beside: app });

const codeOf = (
  input: { email: string; password?: string; displayName?: string; alternateEmail?: string },
  token: string,
) => app.refusal(createMailbox, { password: PASSWORD, ...input }, { token });

const countOf = (customer: TestCustomer) =>
  app.deps.db.asTenant(customer.customerId, async (tx) => {
    const [row] = await tx
      .select({ count: bundle.mailboxCount })
      .from(bundle)
      .where(eq(bundle.bundleId, customer.bundleId));
    return row?.count;
  });

test('a new mailbox is in the list, in the count and in the audit log, and its owner can sign in [MBX-02] [MBX-13]', async () => {
  const customer = await aCustomerWithDomain(app);
  const account = await aMailbox(app, customer, 'Anna.Berg', {
    displayName: ' Anna  Berg ',
    alternateEmail: 'Anna@Home.test',
  });
  expect(account).toMatchObject({
    email: `anna.berg@${customer.domain}`,
    displayName: 'Anna  Berg',
    alternateEmail: 'anna@home.test',
    status: 'active',
    quotaUsed: 0,
    quotaLimit: 10_240,
  });
  const list = await app.must(listMailboxes, {}, { token: customer.token });
  expect(list).toEqual({ accounts: [account], nextCursor: null, total: 1 });
  expect(await auditOf(app, customer.customerId)).toContain('mailbox.created');
  const store = await app.deps.mail.listMailboxes();
  expect(store).toContainEqual({ mailboxId: account.id, address: account.email });
  await app.must(signIn, { email: account.email, password: PASSWORD });
});

test('the first mailbox of a domain becomes its admin, the next one only when asked [MBX-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  expect((await aMailbox(app, customer, 'first')).isAdmin).toBe(true);
  expect((await aMailbox(app, customer, 'second')).isAdmin).toBe(false);
  expect((await aMailbox(app, customer, 'third', { isAdmin: true })).isAdmin).toBe(true);
});

test('every wrong field is named at once, with its code and what to do; the name before the @ is enough [MBX-02]', async () => {
  const { domain, token } = await aCustomerWithDomain(app);
  const told = new Set<string>();
  const fieldsOf = async (input: Record<string, unknown>) => {
    const answer = await app.call(createMailbox, { email: `a@${domain}`, password: PASSWORD, ...input }, { token });
    const fields = answer.ok ? [] : (answer.problem.attrs.fields as { path: string; code: string; message: string }[]);
    for (const { message } of fields) told.add(message);
    return Object.fromEntries(fields.map(({ path, code }) => [path, code]));
  };
  expect(await fieldsOf({ email: 'a@elsewhere.test' })).toEqual({ email: 'OTHER_DOMAIN' });
  expect(await fieldsOf({ email: `a@sub.${domain}` })).toEqual({ email: 'OTHER_DOMAIN' });
  for (const name of ['', ' ', 'a b', '.a', 'a.', 'a..b', 'a@b', '"a"', 'ä', 'a/b', 'a\u202eb', 'x'.repeat(65)])
    expect(Object.keys(await fieldsOf({ email: `${name}@${domain}` })), name).toEqual(['email']);
  for (const name of ['paypal', 'security-PayPal', 'my.google'])
    expect(await fieldsOf({ email: `${name}@${domain}` }), name).toEqual({ email: 'TOP_BRAND' });
  for (const password of ['short1!', 'nodigits-here', 'NoSymbol123', 'with space 1!', 'x1!'.repeat(40), 'password1!'])
    expect(Object.keys(await fieldsOf({ password })), password).toEqual(['password']);
  for (const alternateEmail of ['nope', `A@${domain}`])
    expect(await fieldsOf({ alternateEmail })).toEqual({ alternateEmail: 'invalidEmail' });
  for (const displayName of ['a\tb', 'a\u0085b', 'a\u2028b', 'a\u202eb'])
    expect(await fieldsOf({ displayName }), displayName).toEqual({ displayName: 'CONTROL_CHARACTER' });
  const all = await fieldsOf({ email: 'a@elsewhere.test', password: 'x', alternateEmail: 'nope' });
  expect(Object.keys(all).sort()).toEqual(['alternateEmail', 'email', 'password']);
  expect([...told]).toEqual(expect.arrayContaining(['Use an address of this domain.', 'Add a digit.']));
  expect(await app.must(createMailbox, { email: ' Zoe ', password: PASSWORD }, { token })).toMatchObject({
    account: { email: `zoe@${domain}` },
  });
});

test('an address may be taken by a mailbox, an alias, or anything of another tenant, in any spelling [MBX-02] [MBX-09]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain, token, customerId, bundleId } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  expect(await codeOf({ email: `ANNA@${domain.toUpperCase()}` }, token)).toBe('EMAIL_EXISTS');
  const aliasId = newId(new Date());
  await app.deps.db.asTenant(customerId, async (tx) => {
    await tx.insert(mailAlias).values({
      customerId,
      bundleId,
      aliasId,
      mailboxId: anna.id,
      address: `info@${domain}`,
      displayName: '',
      createdAt: new Date(),
    });
    await tx
      .insert(nameRegistry)
      .values({ name: `info@${domain}`, kind: 'alias', customerId, bundleId, targetId: aliasId });
  });
  expect(await codeOf({ email: `info@${domain}` }, token)).toBe('EMAIL_EXISTS');
  const other = await aCustomerWithDomain(app);
  await app.deps.db.asSystem((tx) =>
    tx.insert(nameRegistry).values({
      name: `sales@${domain}`,
      kind: 'forwarder',
      customerId: other.customerId,
      bundleId: other.bundleId,
      targetId: newId(new Date()),
    }),
  );
  expect(await codeOf({ email: `sales@${domain}` }, token)).toBe('EMAIL_EXISTS');
  expect(await countOf(customer)).toBe(1);
});

test('a full plan, a full trial and an expired plan refuse a mailbox; a free plan never expires [MBX-03]', async () => {
  const paid = await aCustomerWithDomain(app, { accounts: 1 });
  const trial = await aCustomerWithDomain(app, { planType: 'trial', accounts: 1 });
  const free = await aCustomerWithDomain(app, { planType: 'free', cycle: 'monthly', accounts: 2 });
  for (const customer of [paid, trial, free]) await aMailbox(app, customer, 'first');
  expect(await codeOf({ email: `more@${paid.domain}` }, paid.token)).toBe('MAILBOX_LIMIT_REACHED');
  expect(await codeOf({ email: `more@${trial.domain}` }, trial.token)).toBe('TRIAL_LIMIT_REACHED');
  const young = await aCustomerWithDomain(app, { cycle: 'monthly', accounts: 2 });
  app.clock.advance({ days: 40 });
  const login = (customer: TestCustomer) => app.must(signIn, { email: `first@${customer.domain}`, password: PASSWORD });
  await aMailbox(app, { ...free, token: (await login(free)).token }, 'second');
  expect(await codeOf({ email: `more@${paid.domain}` }, (await login(paid)).token)).toBe('MAILBOX_LIMIT_REACHED');
  expect(await codeOf({ email: `more@${trial.domain}` }, (await login(trial)).token)).toBe('TRIAL_LIMIT_REACHED');
  const passwordHash = await app.deps.hashing.hash(PASSWORD);
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`update customer set password_hash = ${passwordHash} where customer_id = ${young.customerId}`),
  );
  const owner = await app.must(signIn, { email: young.email, password: PASSWORD });
  expect(await codeOf({ email: `a@${young.domain}` }, owner.token)).toBe('PLAN_EXPIRED');
});

test("of eight concurrent creations over two instances, one gets the plan's last mailbox [MBX-03]", async () => {
  for (let round = 0; round < 3; round += 1) {
    const customer = await aCustomerWithDomain(app, { accounts: 3 });
    await aMailbox(app, customer, 'one');
    await aMailbox(app, customer, 'two');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        (number % 2 === 0 ? app : second).call(
          createMailbox,
          { email: `rush-${number}@${customer.domain}`, password: PASSWORD },
          { token: customer.token },
        ),
      ),
    );
    const codes = answers.map((answer) => (answer.ok ? 'made' : answer.code)).sort();
    expect(codes).toEqual([...Array(7).fill('MAILBOX_LIMIT_REACHED'), 'made']);
    expect((await app.must(listMailboxes, {}, { token: customer.token })).accounts).toHaveLength(3);
    expect(await countOf(customer)).toBe(3);
  }
});

test("of two concurrent creations of the same address one gets it, and the other doesn't use up the plan [MBX-02]", async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 9 });
  const input = { email: `same@${customer.domain}`, password: PASSWORD };
  const answers = await Promise.all(
    [app, second, app, second].map((instance) => instance.call(createMailbox, input, { token: customer.token })),
  );
  expect(answers.map((answer) => (answer.ok ? 'made' : answer.code)).sort()).toEqual([
    ...Array(3).fill('EMAIL_EXISTS'),
    'made',
  ]);
  expect(await countOf(customer)).toBe(1);
});

test('a creation repeated with its key gives the first answer, byte for byte, also concurrently and on another instance [MBX-02] [API-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const input = { email: `anna@${customer.domain}`, password: PASSWORD };
  const options = { token: customer.token, headers: { 'idempotency-key': 'create-anna' } };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) => (number % 2 === 0 ? app : second).call(createMailbox, input, options)),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await countOf(customer)).toBe(1);
  const another = { ...input, email: `bert@${customer.domain}` };
  expect(await app.refusal(createMailbox, another, options)).toBe('IDEMPOTENCY_CONFLICT');
  for (const key of ['', ' ', 'a b', 'ä'.repeat(3), 'x'.repeat(201)]) {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    expect(await app.refusal(createMailbox, input, { token: customer.token, headers })).toBe('VALIDATION_FAILED');
  }
});

test('a key belongs to its caller: the same key of another tenant is another request [API-02]', async () => {
  const [one, other] = [await aCustomerWithDomain(app), await aCustomerWithDomain(app)];
  const made = await Promise.all(
    [one, other].map(({ domain, token }) =>
      app.must(
        createMailbox,
        { email: `a@${domain}`, password: PASSWORD },
        { token, headers: { 'idempotency-key': 'same' } },
      ),
    ),
  );
  expect(made.map(({ account }) => account.email)).toEqual([`a@${one.domain}`, `a@${other.domain}`]);
});

test('a user who is no admin is told to ask theirs, and neither sees nor creates mailboxes [MBX-14]', async () => {
  const customer = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'boss');
  const { email } = await aMailbox(app, customer, 'anna');
  const { token, isDomainAdmin } = await app.must(signIn, { email, password: PASSWORD });
  expect(isDomainAdmin).toBe(false);
  const answers = [
    await app.call(listMailboxes, {}, { token }),
    await app.call(createMailbox, { email: `x@${customer.domain}`, password: PASSWORD }, { token }),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 403,
      code: 'NOT_AUTHORIZED',
      problem: { attrs: { reason: 'ASK_YOUR_ADMIN' } },
    });
});
