import { authenticatePurchase } from '@postern/contract/purchase';
import { listBundles } from '@postern/contract/session';
import { forgotPassword } from '@postern/contract/passwords';
import { pollUntil } from '@postern/testkit/poll-until';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aDomain, aPurchaseLink, type LinkOptions } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp();

const domainsOf = async (token: string) =>
  (await app.must(listBundles, {}, { token })).bundles.map(({ domainName }) => domainName);

/** Ways to write the victim's address at checkout. */
const WRITINGS: ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` ${email} `,
  (email) => email.replace('@', '+shop@'),
];

test.each(WRITINGS.map((write, index) => [index, write] as const))(
  'a stranger who types a victim’s email at checkout shares nothing with the victim, in either order (writing %i) [PUR-08] [ENT-03] [API-02]',
  async (_index, write) => {
    for (const victimIsFirst of [true, false]) {
      const victimEmail = `victim@${aDomain('home')}`;
      const buyAsVictim = () => aCustomerWithDomain(app, { email: victimEmail });
      const buyAsStranger = () =>
        aCustomerWithDomain(app, { email: `stranger@${aDomain('away')}`, billingEmail: write(victimEmail).trim() });
      const early = victimIsFirst ? await buyAsVictim() : null;
      const stranger = await buyAsStranger();
      const victim = early ?? (await buyAsVictim());
      const again = await buyAsVictim();
      expect(stranger.customerId).not.toBe(victim.customerId);
      expect(again.customerId).toBe(victim.customerId);
      expect(await domainsOf(stranger.token)).toEqual([stranger.domain]);
      expect((await domainsOf(again.token)).sort()).toEqual([victim.domain, again.domain].sort());
    }
  },
);

test('a stranger who types a victim’s email gets no way to the victim’s login, and the victim none to the stranger’s [ENT-03]', async () => {
  const victim = await aCustomerWithDomain(app);
  const stranger = await aCustomerWithDomain(app, { billingEmail: victim.email });
  // The receipt is mailed too, by a queue of its own.
  const mailsTo = async (email: string) =>
    (await app.readMails()).filter(({ to, text }) => to === email && text.includes('token=')).length;
  const isMailed = (email: string, atLeast: number) =>
    pollUntil(async () => (await mailsTo(email)) >= atLeast, {
      timeoutMs: 20_000,
      onTimeout: () => `no link was mailed to ${email}`,
    });
  const linksTo = async (email: string) => {
    // The link for the first password, after the purchase.
    await isMailed(email, 1);
    await app.must(forgotPassword, { email });
    await isMailed(email, 2);
    return (await mailsTo(email)) - 1;
  };
  expect(await linksTo(victim.email)).toBe(1);
  expect(await linksTo(stranger.email)).toBe(1);
});

test('a buyer who types another email for invoices is let in by a fresh link of the partner [PUR-01] [PUR-08]', async () => {
  const customer = await aCustomerWithDomain(app, { billingEmail: 'accounts@bookkeeper.test' });
  const { domain, email } = customer;
  const fresh = await aPurchaseLink(app, { domain, email });
  const answer = await app.must(authenticatePurchase, { jwt: fresh.jwt, partnerId: fresh.partnerId });
  expect(answer).toMatchObject({ flow: 'panel_login', params: { login: { userEmail: email } } });
  const typed = await aPurchaseLink(app, { domain, email: 'accounts@bookkeeper.test' });
  const denied = await app.must(authenticatePurchase, { jwt: typed.jwt, partnerId: typed.partnerId });
  expect(denied.flow).toBe('purchase_denied');
});

const named = (customerReference: string, email: string): LinkOptions => ({ email, claims: { customerReference } });

test('links that carry the partner’s own id of a customer lead to that customer, whatever email they carry [PUR-08]', async () => {
  const first = await aCustomerWithDomain(app, named('c-1', 'rosa@old.test'));
  const second = await aCustomerWithDomain(app, named('c-1', 'rosa@new.test'));
  expect(second.customerId).toBe(first.customerId);
  const other = await aCustomerWithDomain(app, named('c-2', 'rosa@old.test'));
  expect(other.customerId).not.toBe(first.customerId);
  const elsewhere = await aCustomerWithDomain(app, { ...named('c-1', 'rosa@old.test'), partner: app.otherPartner });
  expect(elsewhere.customerId).not.toBe(first.customerId);
});

test('a customer of a link without the partner’s id is found by email, and gets the id of the first link that has one [PUR-08]', async () => {
  const email = `lena@${aDomain('home')}`;
  const first = await aCustomerWithDomain(app, { email });
  const second = await aCustomerWithDomain(app, named('c-7', email));
  expect(second.customerId).toBe(first.customerId);
  const third = await aCustomerWithDomain(app, named('c-7', 'lena@elsewhere.test'));
  expect(third.customerId).toBe(first.customerId);
});
