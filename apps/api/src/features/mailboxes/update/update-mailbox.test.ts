import { updateMailbox, updateUser } from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { mailbox } from '../tables.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

let lastAddress = 0;
const signInAs = async (email: string) => {
  const from = { headers: { 'x-forwarded-for': `10.5.0.${++lastAddress}` } };
  return (await app.must(signIn, { email, password: PASSWORD }, from)).token;
};

test('granting the admin right takes effect in existing sessions, and revoking it ends them, on both instances [MBX-07] [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  const session = await signInAs(bert.email);
  expect(await second.refusal(listMailboxes, {}, { token: session })).toBe('NOT_AUTHORIZED');
  const raised = await app.must(updateMailbox, { accountId: bert.id, accountConfig: { isAdmin: true } }, { token });
  expect(raised.account.isAdmin).toBe(true);
  await second.must(listMailboxes, {}, { token: session });
  await app.must(updateUser, { accountId: bert.id, accountConfig: { isAdmin: false } }, { token });
  expect(await second.refusal(validateToken, {}, { token: session })).toBe('UNAUTHENTICATED');
  expect(await app.refusal(listMailboxes, {}, { token: await signInAs(bert.email) })).toBe('NOT_AUTHORIZED');
  expect((await auditOf(app, customer.customerId)).filter((action) => /admin|demoted/.test(action)).sort()).toEqual([
    'mailbox.demoted',
    'mailbox.made-admin',
  ]);
});

test("the last active admin of a domain can't be demoted, and nothing else in the same request happens [MBX-07]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert', { isAdmin: true });
  await app.must(updateMailbox, { accountId: bert.id, accountConfig: { isAdmin: false } }, { token });
  const change = { accountId: anna.id, userEmail: 'anna@home.test', accountConfig: { isAdmin: false } };
  expect(await app.refusal(updateMailbox, change, { token })).toBe('LAST_ADMIN');
  const { accounts } = await app.must(listMailboxes, {}, { token });
  expect(accounts.map(({ isAdmin, alternateEmail }) => [isAdmin, alternateEmail])).toEqual([
    [true, undefined],
    [false, undefined],
  ]);
});

test('the alternate email can be changed by an admin, or by the owner without naming a mailbox [MBX-10]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  const { account } = await app.must(updateMailbox, { accountId: bert.id, userEmail: ' Bert@Home.test' }, { token });
  expect(account.alternateEmail).toBe('bert@home.test');
  const own = { token: await signInAs(bert.email) };
  expect((await app.must(updateMailbox, { userEmail: 'b@home.test' }, own)).account.alternateEmail).toBe('b@home.test');
  expect(await app.refusal(updateMailbox, { accountId: anna.id, userEmail: 'b@home.test' }, own)).toBe(
    'NOT_AUTHORIZED',
  );
  for (const [userEmail, code] of [
    ['', 'required'],
    ['nobody', 'invalid'],
    [bert.email, 'invalid'],
  ] as const) {
    const answer = await app.call(updateMailbox, { userEmail }, own);
    expect(answer).toMatchObject({ problem: { attrs: { fields: [{ path: 'userEmail', code }] } } });
  }
});

test("a domain's admin can switch off a mailbox's second factor [MBX-08]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const anna = await aMailbox(app, customer, 'anna');
  await app.deps.db.asSystem((tx) =>
    tx
      .update(mailbox)
      .set({ flags: ['TWO_FA_ENABLED', 'OTHER'] })
      .where(eq(mailbox.mailboxId, anna.id)),
  );
  const change = { accountId: anna.id, accountConfig: { unsetFlags: ['TWO_FA_ENABLED' as const] } };
  expect((await app.must(updateMailbox, change, { token })).account.flags).toEqual(['OTHER']);
  await app.must(updateMailbox, change, { token });
  const written = (await auditOf(app, customer.customerId)).filter((action) => action.includes('second-factor'));
  expect(written).toHaveLength(1);
});

test('a request that changes nothing, or names no known mailbox, is refused [MBX-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const { id } = await aMailbox(app, customer, 'anna');
  const codeOf = async (input: Parameters<typeof updateMailbox.input.parse>[0]) => {
    const answer = await app.call(updateMailbox, input as never, { token });
    return answer.ok ? 'OK' : `${answer.code} ${JSON.stringify(answer.problem.attrs)}`;
  };
  expect(await codeOf({ accountId: id })).toContain('NOTHING_TO_CHANGE');
  expect(await codeOf({ userEmail: 'a@home.test' })).toContain('ACCOUNT_REQUIRED');
  expect(await codeOf({ accountId: customer.bundleId, userEmail: 'a@home.test' })).toContain('NOT_FOUND');
});
