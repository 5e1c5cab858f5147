import { validateToken } from '@postern/contract/session';
import { forgotPassword, readTokenDetails, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { shortCustomerId } from '@postern/domain/sign-in';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { mailPasswordLinks } from './forgot-password.ts';
import { loginToken } from './tables.ts';

const NEW_PASSWORD = 'Other-harbour-8!';

const app = useTestApp();
const second = useTestApp({ beside: app });

let lastAddress = 0;
const from = () => ({ headers: { 'x-forwarded-for': `10.2.0.${++lastAddress}` } });

async function mailsTo(to: string, count: number): Promise<string[]> {
  const read = async () =>
    (await app.readMails()).filter((mail) => mail.to === to && mail.text.includes('/reset-password'));
  await expect.poll(async () => (await read()).length, { timeout: 15_000, interval: 100 }).toBe(count);
  return (await read()).map((mail) => /token=([\w-]+)/.exec(mail.text)?.[1] ?? '');
}

/** A mailed link of a new mailbox. */
async function aResetLink(): Promise<{ customer: TestCustomer; email: string; token: string }> {
  const customer = await aCustomerWithDomain(app);
  const alternateEmail = `anna@private-${customer.domain}`;
  const { email } = await aMailbox(app, customer, 'anna', { alternateEmail });
  await app.must(forgotPassword, { email }, from());
  const [token = ''] = await mailsTo(alternateEmail, 1);
  return { customer, email, token };
}

test('forgot-password mails one link to each customer of the address, and gives everyone the same answer [ENT-09] [ENT-14]', async () => {
  const one = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app, { email: one.email, partner: app.otherPartner });
  const known = await app.call(forgotPassword, { email: one.email }, from());
  const unknown = await app.call(forgotPassword, { email: 'nobody@nowhere.test' }, from());
  const nonsense = await app.call(forgotPassword, { email: 'nonsense' }, from());
  expect([known.text, unknown.text, nonsense.text]).toEqual(['{}', '{}', '{}']);
  const tokens = await mailsTo(one.email, 2);
  expect(new Set(tokens).size).toBe(2);
  const texts = (await app.readMails()).filter((mail) => mail.to === one.email).map((mail) => mail.text);
  for (const { customerId } of [one, other])
    expect(texts.filter((text) => text.includes(`Your customer ID is ${shortCustomerId(customerId)}.`))).not.toEqual(
      [],
    );
  await app.must(forgotPassword, { email: one.email, customerId: shortCustomerId(other.customerId) }, from());
  await mailsTo(one.email, 3);
});

test("a mailbox's link goes to its alternate address, as nobody can read its mail without the password [ENT-09]", async () => {
  const { email, token } = await aResetLink();
  const details = await app.must(readTokenDetails, { token });
  expect(details).toMatchObject({ email, purpose: 'reset-password', domainName: email.split('@')[1] });
  expect(details.expiresAt).toBe(new Date(app.clock.now().getTime() + 72 * 3_600_000).toISOString());
  expect((await app.readMails()).map((mail) => mail.to)).not.toContain(email);
});

test('a link works once: of twenty concurrent uses over two instances one sets the password [ENT-09]', async () => {
  const { email, token } = await aResetLink();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      (number % 2 === 0 ? app : second).call(resetPassword, { token, password: `${NEW_PASSWORD}${number}` }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(Array(19).fill('TOKEN_EXPIRED'));
  const winner = answers.findIndex((answer) => answer.ok);
  await app.must(signIn, { email, password: `${NEW_PASSWORD}${winner}` }, from());
  expect(await app.refusal(readTokenDetails, { token })).toBe('TOKEN_EXPIRED');
});

test("a new password ends every session and every other link of the login, and no one else's [ENT-12] [ENT-09]", async () => {
  const { customer, email, token } = await aResetLink();
  const { token: session } = await app.must(signIn, { email, password: PASSWORD }, from());
  await app.must(forgotPassword, { email }, from());
  const links = await mailsTo(`anna@private-${customer.domain}`, 2);
  await app.must(resetPassword, { token, password: NEW_PASSWORD });
  for (const instance of [app, second])
    expect(await instance.refusal(validateToken, {}, { token: session })).toBe('UNAUTHENTICATED');
  for (const link of links)
    expect(await app.refusal(resetPassword, { token: link, password: PASSWORD })).toBe('TOKEN_EXPIRED');
  await app.must(validateToken, {}, { token: customer.token });
  expect(await app.refusal(signIn, { email, password: PASSWORD }, from())).toBe('INVALID_CREDENTIALS');
  await app.must(signIn, { email, password: NEW_PASSWORD }, from());
});

test('a weak password is refused with its code and does not use up the link [ENT-09] [ENT-02]', async () => {
  const { token } = await aResetLink();
  const codeOf = async (password: string) => {
    const answer = await app.call(resetPassword, { token, password });
    return answer.ok ? 'set' : (answer.problem.attrs.fields as { path: string; code: string }[])[0];
  };
  for (const password of ['short1!', 'with space 1!', 'password1!', 'x'.repeat(101), '', 'tab\tin-it-1!'])
    expect(await codeOf(password), password).toMatchObject({ path: 'password' });
  expect(await codeOf(NEW_PASSWORD)).toBe('set');
});

test('a link expires after three days, and an invented one never works [ENT-09] [MBX-06]', async () => {
  const { token } = await aResetLink();
  app.clock.advance({ hours: 72 });
  expect(await app.refusal(readTokenDetails, { token })).toBe('TOKEN_EXPIRED');
  expect(await app.refusal(resetPassword, { token, password: NEW_PASSWORD })).toBe('TOKEN_EXPIRED');
  for (const made of ['', 'x', token.slice(1), `${token}=`]) {
    expect(await app.refusal(resetPassword, { token: made, password: NEW_PASSWORD })).toBe('TOKEN_EXPIRED');
  }
});

test('a customer’s logins send one person at most three reset mails in any hour, another’s don’t count, and the answer never tells [ENT-09] [ENT-14]', async () => {
  const customer = await aCustomerWithDomain(app);
  const to = `anna@private-${customer.domain}`;
  const mailboxes = await Promise.all(
    ['anna', 'office'].map((name) => aMailbox(app, customer, name, { alternateEmail: to.toUpperCase() })),
  );
  const linkCount = async () =>
    (
      await app.deps.db.asSystem((tx) =>
        tx.select().from(loginToken).where(eq(loginToken.customerId, customer.customerId)),
      )
    ).filter(({ purpose, mailboxId }) => purpose === 'reset-password' && mailboxId !== null).length;
  const askTwelveTimes = () =>
    Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        mailPasswordLinks((number % 2 === 0 ? app : second).deps, {
          email: mailboxes[number % 3 === 0 ? 0 : 1]?.email ?? '',
          customerId: null,
        }),
      ),
    );
  // A stranger's mailbox that names the same address uses up nothing of its owner's.
  const stranger = await aCustomerWithDomain(app);
  const { email: theirs } = await aMailbox(app, stranger, 'anna', { alternateEmail: to });
  for (let times = 0; times < 4; times += 1) await mailPasswordLinks(app.deps, { email: theirs, customerId: null });
  await mailsTo(to, 3);
  await askTwelveTimes();
  expect(await linkCount()).toBe(3);
  await mailsTo(to, 6);
  app.clock.advance({ minutes: 59 });
  await askTwelveTimes();
  expect(await linkCount()).toBe(3);
  app.clock.advance({ minutes: 1 });
  await askTwelveTimes();
  expect(await linkCount()).toBe(6);
  await mailsTo(to, 9);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => app.call(forgotPassword, { email: mailboxes[0]?.email ?? '' }, from())),
  );
  expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(12).fill('200 {}'));
});
