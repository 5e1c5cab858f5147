import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { createAppPassword, listAppPasswords } from '@postern/contract/app-passwords';
import { updateMailbox } from '@postern/contract/mailbox-administration';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import type { Operation } from '@postern/contract/operation';
import { authenticatePurchase } from '@postern/contract/purchase';
import { confirmPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { askDespitePartner, startTotp } from '@postern/contract/two-factor';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, aPurchaseLink, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { sampleInput } from '../../testing/sample-input.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { customer as customerTable } from '../bundles/tables.ts';

const app = useTestApp({ webhooks: false });
const SENSITIVE = ALL_OPERATIONS.filter(({ needsPassword }) => needsPassword !== undefined);

/** Asking for a code more often needs no password; asking less often does. */
const inputOf = (operation: Operation) =>
  operation.id === askDespitePartner.id ? { ask: false } : sampleInput(operation);

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.4.0.${++lastAddress}` } });

async function setCustomerPassword({ customerId }: TestCustomer): Promise<void> {
  const passwordHash = await app.deps.hashing.hash(PASSWORD);
  await app.deps.db.asSystem((tx) =>
    tx.update(customerTable).set({ passwordHash }).where(eq(customerTable.customerId, customerId)),
  );
}

/** A domain with an admin and a member, both signed in. */
async function aDomainWithUsers() {
  const customer = await aCustomerWithDomain(app);
  const admin = await aMailbox(app, customer, 'anna', { isAdmin: true });
  const member = await aMailbox(app, customer, 'ben');
  await setCustomerPassword(customer);
  const tokenOf = async (email: string) => (await app.must(signIn, { email, password: PASSWORD }, from())).token;
  return {
    ...{ customer, admin, member },
    tokens: {
      customer: await tokenOf(customer.email),
      admin: await tokenOf(admin.email),
      member: await tokenOf(member.email),
    },
  };
}

test('a session that gave its password more than ten minutes ago can read, but change nothing that leads to an account [ENT-14]', async () => {
  const { tokens, member } = await aDomainWithUsers();
  app.clock.advance({ minutes: 10 });
  expect(SENSITIVE.length).toBeGreaterThan(10);
  for (const [who, token] of Object.entries(tokens)) {
    for (const operation of SENSITIVE) {
      const answer = await app.call(operation, inputOf(operation), { token });
      expect(answer, `${who} ${operation.id}`).toMatchObject({
        ...{ status: 403, code: 'PASSWORD_NEEDED' },
        problem: { attrs: { hasPassword: true } },
      });
    }
  }
  expect((await app.must(listMailboxes, {}, { token: tokens.admin })).accounts).toContainEqual(
    expect.objectContaining({ id: member.id }),
  );
  await app.must(listAppPasswords, {}, { token: tokens.member });
});

test('for ten minutes after the password, at sign-in or given again, the session may change all of it; then it is asked again [ENT-14]', async () => {
  const { tokens } = await aDomainWithUsers();
  const token = tokens.member;
  const create = () => app.call(createAppPassword, { name: 'Phone' }, { token });
  const outcomes: (string | null)[] = [];
  for (const minutes of [9, 0.99, 0.02]) {
    app.clock.advance({ seconds: minutes * 60 });
    const answer = await create();
    outcomes.push(answer.ok ? null : answer.code);
  }
  expect(outcomes).toEqual([null, null, 'PASSWORD_NEEDED']);
  await app.must(confirmPassword, { password: PASSWORD }, { token });
  expect((await create()).ok).toBe(true);
  app.clock.advance({ minutes: 9.9 });
  expect((await create()).ok).toBe(true);
  app.clock.advance({ minutes: 0.1 });
  expect(await create()).toMatchObject({ code: 'PASSWORD_NEEDED' });
});

test('a wrong password confirms nothing, ten of them end the tries, and the owner still signs in; both are in the audit [ENT-14]', async () => {
  const { tokens, admin, customer } = await aDomainWithUsers();
  const token = tokens.admin;
  app.clock.advance({ minutes: 10 });
  for (let tries = 0; tries < 10; tries += 1)
    expect(await app.call(confirmPassword, { password: `Wrong-${tries}-harbour!` }, { token })).toMatchObject({
      problem: { attrs: { fields: [{ path: 'password', code: 'WRONG_PASSWORD' }] } },
    });
  expect(await app.refusal(confirmPassword, { password: PASSWORD }, { token })).toBe('TOO_MANY_ATTEMPTS');
  expect(await app.refusal(startTotp, {}, { token })).toBe('PASSWORD_NEEDED');
  const again = await app.must(signIn, { email: admin.email, password: PASSWORD }, from());
  await app.must(startTotp, {}, { token: again.token });
  app.clock.advance({ minutes: 15 });
  await app.must(confirmPassword, { password: PASSWORD }, { token });
  const actions = await auditOf(app, customer.customerId);
  expect(actions.filter((action) => action === 'password.confirmation-refused')).toHaveLength(10);
  expect(actions.filter((action) => action === 'password.confirmed')).toHaveLength(1);
});

test('each session gives its own password, and one of another login does not count [ENT-14]', async () => {
  const { tokens, member } = await aDomainWithUsers();
  app.clock.advance({ minutes: 10 });
  await app.must(confirmPassword, { password: PASSWORD }, { token: tokens.member });
  expect(await app.refusal(startTotp, {}, { token: tokens.admin })).toBe('PASSWORD_NEEDED');
  const second = await app.must(signIn, { email: member.email, password: PASSWORD }, from());
  app.clock.advance({ minutes: 10 });
  await app.must(confirmPassword, { password: PASSWORD }, { token: second.token });
  expect(await app.refusal(startTotp, {}, { token: tokens.member })).toBe('PASSWORD_NEEDED');
});

test('a customer who bought by a link and has no password may continue for ten minutes; then the answer says that there is none yet [ENT-14] [PUR-03]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  await aMailbox(app, customer, 'anna', { isAdmin: true });
  app.clock.advance({ minutes: 10 });
  const input = { email: `eve@${customer.domain}`, password: PASSWORD, isAdmin: true };
  const answer = await app.call(createMailbox, input, { token });
  expect(answer).toMatchObject({ code: 'PASSWORD_NEEDED', problem: { attrs: { hasPassword: false } } });
  expect(await app.refusal(confirmPassword, { password: '' }, { token })).toBe('VALIDATION_FAILED');
  await app.must(createMailbox, { ...input, isAdmin: false }, { token });
});

test('a link into the panel of a login that has a password is no password [ENT-14] [PUR-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { id } = await aMailbox(app, customer, 'anna');
  const openPanel = async () => {
    const { jwt, partnerId } = await aPurchaseLink(app, { domain: customer.domain, email: customer.email });
    const { flow, params } = await app.must(authenticatePurchase, { jwt, partnerId });
    expect(flow).toBe('panel_login');
    return params.token ?? '';
  };
  const change = { accountId: id, userEmail: 'anna@private.test' };
  await app.must(updateMailbox, change, { token: await openPanel() });
  await setCustomerPassword(customer);
  expect(await app.refusal(updateMailbox, change, { token: await openPanel() })).toBe('PASSWORD_NEEDED');
});
