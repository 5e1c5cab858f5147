import { resetMailboxPassword, sendLoginDetails } from '@postern/contract/mailbox-administration';
import { validateToken } from '@postern/contract/session';
import { readTokenDetails, resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../../testing/builders.ts';
import { aSessionAs } from '../../../testing/session-as.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';

const NEW_PASSWORD = 'Other-harbour-8!';

const app = useTestApp({ webhooks: false });

const from = { headers: { 'x-forwarded-for': '10.7.0.1' } };

async function mailTo(to: string) {
  const read = async () => (await app.readMails()).find((mail) => mail.to === to);
  await expect.poll(async () => (await read())?.to, { timeout: 15_000, interval: 100 }).toBe(to);
  const mail = await read();
  return { text: mail?.text ?? '', html: mail?.html ?? '', token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
}

test('a reset mails a link that works for three days, sets a new password once and ends the old sessions [MBX-06] [ENT-12]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const session = await app.must(signIn, { email, password: PASSWORD }, from);
  const recipient = `anna@home-${customer.domain}`;
  const input = { email, recipient: ` ${recipient.toUpperCase()} `, source: 'emailAccounts' };
  await app.must(resetMailboxPassword, input, { token: customer.token });
  const { token } = await mailTo(recipient);
  const details = await app.must(readTokenDetails, { token });
  expect(details).toMatchObject({ email, purpose: 'reset-password' });
  expect(Date.parse(details.expiresAt)).toBe(app.clock.now().getTime() + 3 * 24 * 3_600_000);
  await app.must(validateToken, {}, { token: session.token });
  await app.must(resetPassword, { token, password: NEW_PASSWORD });
  expect(await app.refusal(validateToken, {}, { token: session.token })).toBe('UNAUTHENTICATED');
  await app.must(signIn, { email, password: NEW_PASSWORD }, from);
});

test('login details are the address and a link, and never a password [MBX-06]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const recipient = `anna@home-${customer.domain}`;
  await app.must(sendLoginDetails, { email, recipient }, { token: customer.token });
  const { token, text, html } = await mailTo(recipient);
  expect(text).toContain(email);
  expect(text + html).not.toContain(PASSWORD);
  expect((await app.must(readTokenDetails, { token })).purpose).toBe('set-password');
  app.clock.advance({ hours: 72 });
  expect(await app.refusal(readTokenDetails, { token })).toBe('TOKEN_EXPIRED');
});

test('a recipient without a top-level domain of 2 to 24 letters gets no login details, and an unknown mailbox no link [MBX-06]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = customer;
  for (const recipient of ['anna', 'anna@home', 'anna@home.x', `anna@home.${'x'.repeat(25)}`, 'anna@home.x1']) {
    const answer = await app.call(sendLoginDetails, { email, recipient }, { token });
    expect(answer, recipient).toMatchObject({ problem: { attrs: { fields: [{ code: 'RECIPIENT_INVALID' }] } } });
  }
  const wrong = await app.call(resetMailboxPassword, { email, recipient: 'anna' }, { token });
  expect(wrong).toMatchObject({ problem: { attrs: { fields: [{ path: 'recipient', code: 'invalidEmail' }] } } });
  const nobody = { email: `nobody@${customer.domain}`, recipient: 'a@home.test' };
  expect(await app.refusal(resetMailboxPassword, nobody, { token })).toBe('NOT_FOUND');
});

test('support can’t send a password link to any address [SUP-01] [MBX-06]', async () => {
  const customer = await aCustomerWithDomain(app);
  const alternateEmail = `anna@private-${customer.domain}`;
  const { email } = await aMailbox(app, customer, 'anna', { alternateEmail });
  const helper = { token: await aSessionAs(app, customer, { role: 'productSupport', email: 'sam@provider.test' }) };
  for (const recipient of [alternateEmail, 'sam@provider.test'])
    for (const operation of [resetMailboxPassword, sendLoginDetails])
      expect(await app.refusal(operation, { email, recipient }, helper)).toBe('NOT_AUTHORIZED');
});

test("nobody's inbox is flooded with links: at most ten in fifteen minutes, under whatever name it has, and another customer's don't count [MBX-06]", async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const input = { email, recipient: `anna@flood-${customer.domain}` };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      app.call(
        resetMailboxPassword,
        { ...input, recipient: input.recipient.replace('@', `+${number}@`) },
        { token: customer.token },
      ),
    ),
  );
  const other = await aCustomerWithDomain(app);
  const { email: theirs } = await aMailbox(app, other, 'anna');
  await app.must(resetMailboxPassword, { ...input, email: theirs }, { token: other.token });
  expect(answers.filter((answer) => answer.ok)).toHaveLength(10);
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(Array(2).fill('TOO_MANY_ATTEMPTS'));
});

test('the admins of a domain have at most sixty links mailed in fifteen minutes, to however many people [MBX-06]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = customer;
  const answers = await Promise.all(
    Array.from({ length: 62 }, (_, number) =>
      app.call(sendLoginDetails, { email, recipient: `person-${number}@elsewhere.test` }, { token }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(60);
});
