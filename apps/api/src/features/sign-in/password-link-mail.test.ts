import { shortCustomerId } from '@postern/domain/sign-in';
import { expect, test } from 'vitest';
import { passwordLinkMail } from './password-link-mail.ts';

const CUSTOMER_ID = '0190b1c2-0000-7000-8000-000000000007';
const facts = {
  link: 'https://panel.example/set-password?token=t&email=rosa%40home.example',
  email: 'rosa@home.example',
  customerId: CUSTOMER_ID,
  companyName: 'Harbour & Mail',
  supportEmail: 'help@harbour.example',
  validDays: 7,
  locale: 'en',
} as const;

test.each([
  ['set-password', 'en', 'Your customer ID is'],
  ['set-password', 'de-de', 'Ihre Kundennummer ist'],
  ['reset-password', 'en', 'Your customer ID is'],
  ['reset-password', 'de-de', 'Ihre Kundennummer ist'],
  ['set-password', 'es-es', 'Tu número de cliente es'],
  ['reset-password', 'fr-fr', 'Votre identifiant client est'],
] as const)(
  'a customer’s %s mail in %s has the customer ID that the sign-in may ask for [ENT-03]',
  (purpose, locale, words) => {
    const { text, html } = passwordLinkMail({ ...facts, purpose, locale });
    for (const part of [text, html]) expect(part).toContain(`${words} ${shortCustomerId(CUSTOMER_ID)}.`);
  },
);

test('a mail names a domain as its owner writes it, and its link stays as it is [ENT-03]', () => {
  const email = 'rosa@xn--bcher-kva.example';
  const link = `https://panel.xn--bcher-kva.example/set-password?email=${encodeURIComponent(email)}`;
  const { text, html } = passwordLinkMail({ ...facts, link, email, purpose: 'set-password' });
  for (const part of [text, html]) {
    expect(part).toContain('You sign in as rosa@bücher.example.');
    expect(part.replaceAll(link, '')).not.toContain('xn--');
    expect(part).toContain(link);
  }
});

test('the mail for a mailbox, which signs in with its address alone, has no customer ID [ENT-03]', () => {
  const { text, html } = passwordLinkMail({ ...facts, customerId: null, purpose: 'set-password' });
  for (const part of [text, html]) expect(part).not.toMatch(/customer|null/i);
});
