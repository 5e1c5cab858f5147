import { chooseLanguage } from '@postern/contract/language';
import { forgotPassword } from '@postern/contract/passwords';
import { validateToken } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });
const ENGLISH = /Set a new password|password/;
const GERMAN = /Passwort/;

const mailTo = async (address: string) =>
  (await app.readMails()).filter(({ to }) => to === address).map(({ subject }) => subject);

test('a language that a mailbox user chose is theirs at the next sign-in and in mails, which name it, and nobody else’s [BRD-03]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5 });
  const home = (name: string) => `${name}@home-${customer.domain}`;
  const anna = await aMailbox(app, customer, 'anna', { alternateEmail: home('anna') });
  const bert = await aMailbox(app, customer, 'bert', { alternateEmail: home('bert') });
  const { token, locale } = await app.must(signIn, { email: anna.email, password: PASSWORD });
  expect(locale).toBeNull();
  await app.must(chooseLanguage, { locale: 'de-de' }, { token });
  expect(await app.must(validateToken, {}, { token })).toMatchObject({ locale: 'de-de' });
  expect((await app.must(signIn, { email: bert.email, password: PASSWORD })).locale).toBeNull();
  expect(await app.must(validateToken, {}, { token: customer.token })).toMatchObject({ locale: null });
  for (const { email } of [anna, bert]) await app.must(forgotPassword, { email });
  await expect.poll(() => mailTo(home('anna')), { timeout: 15_000 }).toContainEqual(expect.stringMatching(GERMAN));
  await expect.poll(() => mailTo(home('bert')), { timeout: 15_000 }).toContainEqual(expect.stringMatching(ENGLISH));
  const read = async (to: string) => (await app.readMails()).filter((mail) => mail.to === to).map(({ html }) => html);
  expect((await read(home('anna'))).join()).toContain('<html lang="de-de">');
  expect((await read(home('bert'))).join()).toContain('<html lang="en">');
});

test('a customer’s mails follow the language that they chose; a supporter chooses none for them, and no other language exists [BRD-03]', async () => {
  const customer = await aCustomerWithDomain(app, {});
  const { token, email } = customer;
  await app.must(chooseLanguage, { locale: 'de-de' }, { token });
  expect(await app.must(validateToken, {}, { token })).toMatchObject({ locale: 'de-de' });
  await app.must(forgotPassword, { email });
  await expect.poll(() => mailTo(email), { timeout: 15_000 }).toContainEqual(expect.stringMatching(GERMAN));
  expect(await app.refusal(chooseLanguage, { locale: 'tlh' as 'de-de' }, { token })).toBe('VALIDATION_FAILED');
  const helper = await aSessionAs(app, customer, { role: 'partnerSupport', email: 'help@shop.test' });
  expect(await app.refusal(chooseLanguage, { locale: 'en' }, { token: helper })).toBe('NOT_AUTHORIZED');
});
