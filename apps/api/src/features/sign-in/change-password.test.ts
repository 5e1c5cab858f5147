import { readOwnMailbox } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { changePassword, forgotPassword, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { session } from '../session/tables.ts';

const app = useTestApp({ webhooks: false });
const NEXT = 'Quieter-lamp-2027!';

test('the owner of a mailbox reads its storage and the domain’s active admins, and of no other mailbox [MBX-14]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const ada = await aMailbox(app, customer, 'ada', { isAdmin: true, displayName: 'Ada Fields' });
  const bert = await aMailbox(app, customer, 'bert', { displayName: 'Bert Maas' });
  const other = await aCustomerWithDomain(app, { accounts: 5 });
  await aMailbox(app, other, 'eve', { isAdmin: true });
  const token = await aSessionAs(app, customer, { role: 'accountAdmin', email: bert.email, mailboxId: bert.id });
  expect(await app.must(readOwnMailbox, {}, { token })).toMatchObject({
    ...{ email: bert.email, displayName: 'Bert Maas', quotaUsed: 0, quotaLimit: expect.any(Number) },
    admins: [{ email: ada.email, displayName: 'Ada Fields' }],
  });
  // A customer login has no mailbox, and a supporter doesn't act as an owner.
  expect(await app.refusal(readOwnMailbox, {}, { token: customer.token })).toBe('NOT_AUTHORIZED');
  const helper = await aSessionAs(app, customer, { role: 'partnerSupport', email: 'help@shop.test' });
  expect(await app.refusal(readOwnMailbox, {}, { token: helper })).toBe('NOT_AUTHORIZED');
  expect(await app.refusal(changePassword, { password: NEXT }, { token: helper })).toBe('NOT_AUTHORIZED');
});

test('a new password needs the former one, ends all other sessions and mailed links, and keeps this session [ENT-12] [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const alternateEmail = `carl@home-${customer.domain}`;
  const { email, id } = await aMailbox(app, customer, 'carl', { alternateEmail });
  const { token } = await app.must(signIn, { email, password: PASSWORD });
  // The password of a sign-in counts for ten minutes.
  app.clock.advance({ seconds: 660 });
  expect(await app.refusal(changePassword, { password: NEXT }, { token })).toBe('PASSWORD_NEEDED');
  await app.must(forgotPassword, { email });
  const link = async () =>
    (await app.readMails()).find(({ to }) => to === alternateEmail)?.text.match(/token=([\w-]+)/)?.[1];
  await expect.poll(link, { timeout: 15_000 }).toBeTruthy();
  const thief = await aSessionAs(app, customer, { role: 'accountAdmin', email, mailboxId: id });
  const mine = await aSessionAs(app, customer, { role: 'accountAdmin', email, mailboxId: id });
  expect(await app.refusal(changePassword, { password: 'short' }, { token: mine })).toBe('VALIDATION_FAILED');
  // Two at once that end each other's session: one is done, the other one is over.
  const both = await Promise.all(
    [mine, thief].map((each) => app.call(changePassword, { password: NEXT }, { token: each })),
  );
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  const rows = await app.deps.db.global.select().from(session).where(eq(session.mailboxId, id));
  expect(rows).toHaveLength(1);
  const left = both[0]?.status === 200 ? mine : thief;
  expect((await app.call(validateToken, {}, { token: left })).status).toBe(200);
  expect(await app.refusal(signIn, { email, password: PASSWORD })).toBe('INVALID_CREDENTIALS');
  expect((await app.must(signIn, { email, password: NEXT })).userEmail).toBe(email);
  const used = { token: (await link()) ?? '', password: PASSWORD };
  expect(await app.refusal(resetPassword, used)).toBe('TOKEN_EXPIRED');
  expect(await auditOf(app, customer.customerId)).toContain('password.changed');
  expect(app.logged()).not.toContain(NEXT);
});
