import { readFormerAddress, restoreFormerAddress } from '@postern/contract/former-address';
import { updateMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { forgotPassword, readTokenDetails, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { pollUntil } from '@postern/testkit/poll-until';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../../testing/builders.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { mailbox } from '../tables.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.6.0.${++lastAddress}` } });
const signInAs = async (email: string) => (await app.must(signIn, { email, password: PASSWORD }, from())).token;

const mailsTo = async (to: string) => (await app.readMails()).filter((mail) => mail.to === to);
/** The token of the newest mail to an address that has one of this path. */
async function linkTo(to: string, path: 'restore-address' | 'reset-password'): Promise<string> {
  const pattern = new RegExp(`/${path}\\?token=([\\w-]+)`);
  const found = async () => (await mailsTo(to)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0];
  await expect.poll(found, { timeout: 15_000, interval: 50 }).toBeDefined();
  return (await found()) ?? '';
}

let owners = 0;
/** A mailbox whose owner is signed in, with addresses of its own outside. */
async function anOwner(hasAlternate = true) {
  const customer = await aCustomerWithDomain(app);
  const outside = (name: string) => `${name}-${++owners}@outside.test`;
  const alternateEmail = outside('owner');
  const { email, id } = await aMailbox(app, customer, 'anna', hasAlternate ? { alternateEmail } : {});
  await aMailbox(app, customer, 'bert', { isAdmin: true });
  const token = await signInAs(email);
  const change = (userEmail: string) => app.must(updateMailbox, { accountId: id, userEmail }, { token });
  const current = async () => {
    const { accounts } = await app.must(listMailboxes, {}, { token: customer.token });
    return accounts.find((account) => account.email === email)?.alternateEmail;
  };
  return { customer, outside, alternateEmail, email, id, token, change, current };
}

test('who loses the alternate email to an intruder is told at the former one, and takes everything back with its link [ENT-09] [MBX-08]', async () => {
  const { customer, outside, alternateEmail, email, token, change, current } = await anOwner();
  await app.must(forgotPassword, { email }, from());
  const early = await linkTo(alternateEmail, 'reset-password');
  await app.must(readTokenDetails, { token: early });
  const evil = outside('evil');
  await change(evil);
  expect(await app.refusal(readTokenDetails, { token: early }), 'mailed to the former address').toBe('TOKEN_EXPIRED');
  await app.must(forgotPassword, { email }, from());
  const stolen = await linkTo(evil, 'reset-password');
  const undo = await linkTo(alternateEmail, 'restore-address');
  const [told] = (await mailsTo(alternateEmail)).filter(({ text }) => text.includes('/restore-address'));
  expect(told?.text).toMatch(
    new RegExp(`${email} changed the alternate email of ${email}, from the network address [\\d.]+`),
  );
  expect(told?.text).not.toContain(evil);
  await expect.poll(() => mailsTo(email), { timeout: 15_000 }).not.toEqual([]);
  expect((await mailsTo(email)).map(({ text }) => text.includes('restore-address'))).toEqual([false]);
  expect(await app.must(readFormerAddress, { token: undo })).toMatchObject({ email, formerAddress: alternateEmail });
  expect(await current(), 'reading undoes nothing').toBe(evil);
  const admin = await signInAs(`bert@${customer.domain}`);
  expect(await app.must(restoreFormerAddress, { token: undo })).toEqual({ email });
  expect(await current()).toBe(alternateEmail);
  expect(await second.refusal(validateToken, {}, { token })).toBe('UNAUTHENTICATED');
  await second.must(validateToken, {}, { token: admin });
  expect(await app.refusal(resetPassword, { token: stolen, password: 'Evil-harbour-9!' })).toBe('TOKEN_EXPIRED');
  for (const operation of [readFormerAddress, restoreFormerAddress])
    expect(await app.refusal(operation, { token: undo })).toBe('TOKEN_EXPIRED');
  expect(await auditOf(app, customer.customerId)).toContain('mailbox.alternate-email-restored');
  expect(app.logged()).not.toContain(undo);
}, 60_000);

test('of several former addresses within three days, the oldest has the last word: a second change takes no undo away [ENT-09]', async () => {
  const { outside, alternateEmail, change, current } = await anOwner();
  const [first, next] = [outside('evil'), outside('evil')];
  await change(first);
  await change(next);
  const oldest = await linkTo(alternateEmail, 'restore-address');
  const newer = await linkTo(first, 'restore-address');
  await app.must(restoreFormerAddress, { token: newer });
  expect(await current()).toBe(first);
  await app.must(restoreFormerAddress, { token: oldest });
  expect(await current()).toBe(alternateEmail);
});

test('who changes the address back in the settings ends the undo of the address in between [ENT-09]', async () => {
  const { outside, alternateEmail, change, current } = await anOwner();
  const [evil, other] = [outside('evil'), outside('evil')];
  await change(evil);
  await change(other);
  const between = await linkTo(evil, 'restore-address');
  await change(alternateEmail);
  await expect.poll(() => mailsTo(other), { timeout: 15_000 }).not.toEqual([]);
  const [told] = await mailsTo(other);
  expect(told?.text).not.toMatch(/restore-address|can be undone/);
  expect(await app.refusal(restoreFormerAddress, { token: between })).toBe('TOKEN_EXPIRED');
  await change(evil);
  await expect
    .poll(async () => (await mailsTo(alternateEmail)).filter(({ text }) => text.includes('/restore-address')).length)
    .toBe(2);
  await app.must(restoreFormerAddress, { token: await linkTo(alternateEmail, 'restore-address') });
  expect(await current()).toBe(alternateEmail);
});

test('an undone change takes the undo of every later one with it [ENT-09]', async () => {
  const { outside, alternateEmail, change, current } = await anOwner();
  const first = outside('evil');
  await change(first);
  await change(outside('evil'));
  const newer = await linkTo(first, 'restore-address');
  await app.must(restoreFormerAddress, { token: await linkTo(alternateEmail, 'restore-address') });
  expect(await app.refusal(restoreFormerAddress, { token: newer })).toBe('TOKEN_EXPIRED');
  expect(await current()).toBe(alternateEmail);
});

test('of twenty undos at once over two instances, next to changes by the intruder, one takes effect [ENT-09]', async () => {
  const { id, outside, alternateEmail, token, change, current } = await anOwner();
  await change(outside('evil'));
  const undo = await linkTo(alternateEmail, 'restore-address');
  const calls = Array.from({ length: 20 }, (_, number) =>
    (number % 2 === 0 ? app : second).call(restoreFormerAddress, { token: undo }),
  );
  const changes = ['evil', 'evil'].map((name) =>
    second.call(updateMailbox, { accountId: id, userEmail: outside(name) }, { token }),
  );
  const outcomes = (await Promise.all(calls)).map((answer) => (answer.ok ? 'undone' : answer.code));
  expect(outcomes.filter((outcome) => outcome === 'undone')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'TOKEN_EXPIRED')).toHaveLength(19);
  await Promise.all(changes);
  // A change that was on its way may come after it; it has an undo of its own, to the address that was restored.
  if ((await current()) !== alternateEmail) {
    const newest = () => linkTo(alternateEmail, 'restore-address');
    await pollUntil(async () => (await newest()) !== undo, { timeoutMs: 15_000, onTimeout: () => 'no second mail' });
    await app.must(restoreFormerAddress, { token: await newest() });
  }
  expect(await current()).toBe(alternateEmail);
});

test('a change can be undone for three days; then its link is dead and its row is gone [ENT-09]', async () => {
  const { outside, alternateEmail, change, id } = await anOwner();
  const next = outside('new');
  await change(next);
  const undo = await linkTo(alternateEmail, 'restore-address');
  const rows = () =>
    rowsOf(app.deps.db.global, sql`select token_hash, former_email from former_address where mailbox_id = ${id}`);
  expect(JSON.stringify(await rows())).not.toContain(undo);
  app.clock.advance({ days: 3, seconds: -1 });
  await app.must(readFormerAddress, { token: undo });
  app.clock.advance({ seconds: 1 });
  expect(await app.refusal(restoreFormerAddress, { token: undo })).toBe('TOKEN_EXPIRED');
  await cleanUp(app.deps);
  expect(await rows()).toEqual([]);
  expect(await app.refusal(restoreFormerAddress, { token: 'invented' })).toBe('TOKEN_EXPIRED');
  const [row] = await app.deps.db.asSystem((tx) => tx.select().from(mailbox).where(eq(mailbox.mailboxId, id)));
  expect(row?.alternateEmail).toBe(next);
});

test('a mailbox that had no alternate email is told itself, and its undo leaves it without one; the same address again tells nobody [ENT-09]', async () => {
  const { email, outside, change, current } = await anOwner(false);
  const evil = outside('evil');
  await change(evil);
  const undo = await linkTo(email, 'restore-address');
  await change(evil);
  expect(await app.must(readFormerAddress, { token: undo })).toMatchObject({ formerAddress: null });
  await app.must(restoreFormerAddress, { token: undo });
  expect(await current()).toBeUndefined();
  expect(await mailsTo(evil)).toEqual([]);
});

test('a link for a new password is worth something only while the address it was mailed to is still the login’s [ENT-09]', async () => {
  const { email, id, alternateEmail, outside } = await anOwner();
  await app.must(forgotPassword, { email }, from());
  const token = await linkTo(alternateEmail, 'reset-password');
  const setAlternate = (to: string) =>
    app.deps.db.asSystem((tx) => tx.update(mailbox).set({ alternateEmail: to }).where(eq(mailbox.mailboxId, id)));
  // As when the link was made while the address changed, so that the change didn't see it.
  await setAlternate(outside('new'));
  expect(await app.refusal(readTokenDetails, { token })).toBe('TOKEN_EXPIRED');
  expect(await app.refusal(resetPassword, { token, password: 'Other-harbour-8!' })).toBe('TOKEN_EXPIRED');
  await setAlternate(alternateEmail);
  await app.must(resetPassword, { token, password: 'Other-harbour-8!' });
});

test('a chain of changes mails ten former addresses in a quarter of an hour at most [ENT-14]', async () => {
  const { id, outside, token } = await anOwner();
  const codes: (string | null)[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const answer = await app.call(updateMailbox, { accountId: id, userEmail: outside('chain') }, { token });
    codes.push(answer.ok ? null : answer.code);
  }
  expect(codes.slice(0, 10).every((code) => code === null)).toBe(true);
  expect(codes[10]).toBe('TOO_MANY_ATTEMPTS');
});
