import { generateKeyPairSync, verify } from 'node:crypto';
import { generateDkimKey } from '@postern/contract/dkim';
import { startDomainConnect } from '@postern/contract/domain-connect';
import { checkDomain } from '@postern/contract/domain-connection';
import { expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { setFlag } from '../partners/change-partner.ts';
import { domainConnectService } from './public.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const config = {
  ...{ providerId: 'mail.example', serviceId: 'email', keyDomain: 'mail.example', keyHost: '_dcpubkeyv1' },
  privateKey,
};

const app = useTestApp({ webhooks: false });

test('if the provider takes our template, the owner is sent there with a signed request for the missing records [VER-03]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token, domain } = customer;
  const check = async () => {
    app.clock.advance({ seconds: 6 });
    return app.must(checkDomain, { domainName: domain }, { token });
  };
  // Nothing is offered if the operator has not set it up, or if the provider doesn't support it.
  expect((await check()).isDomainConnectDomain).toBe(false);
  let provider: { name: string; urlSyncUX: string } | null = null;
  app.deps.dns.domainConnect = domainConnectService(config, async () => provider);
  expect((await check()).isDomainConnectDomain).toBe(false);
  expect(await app.refusal(startDomainConnect, {}, { token })).toBe('DOMAIN_CONNECT_UNAVAILABLE');

  provider = { name: 'DNS Inc.', urlSyncUX: 'https://connect.dns.example/sync' };
  const { key: signing } = await app.must(generateDkimKey, {}, { token });
  expect((await check()).isDomainConnectDomain).toBe(true);
  const answer = await app.must(startDomainConnect, {}, { token });
  expect(answer.providerName).toBe('DNS Inc.');
  const url = new URL(answer.url);
  expect(url.origin + url.pathname).toBe(
    'https://connect.dns.example/sync/v2/domainTemplates/providers/mail.example/services/email/apply',
  );
  const { sig = '', key, ...params } = Object.fromEntries(url.searchParams);
  expect(key).toBe('_dcpubkeyv1');
  const publicKeyOf = (value = '') => value.split('p=')[1];
  expect(params).toEqual({
    // This partner doesn't ask for proof of ownership, so its record is left out.
    ...{ domain, groupId: 'mail,dkim,ed25519', selector: signing.host.split('.')[0], keytype: 'rsa' },
    ...{ publickey: publicKeyOf(signing.value), ed25519key: publicKeyOf(signing.ed25519?.value) },
    redirect_uri: 'http://panel.test/domain-verification?source=domain-connect',
  });
  const signed = Buffer.from(url.search.slice(1, url.search.indexOf('&sig=')));
  expect(verify('sha256', signed, publicKey, Buffer.from(sig, 'base64'))).toBe(true);
  expect(await auditOf(app, customer.customerId)).toContain('domain.connect-started');
  await setFlag(app.deps, app.partner.partnerId, 'enableDNSVerification', true);
  const { expectedRecords } = await check();
  const groups = new URL((await app.must(startDomainConnect, {}, { token })).url).searchParams;
  const ownership = expectedRecords.find(({ purpose }) => purpose === 'ownership')?.Point_to.split('=')[1];
  expect([groups.get('groupId'), groups.get('ownership')]).toEqual(['ownership,mail,dkim,ed25519', ownership]);
  // A person who enters the records by hand sees both records of the key, too.
  const hosts = expectedRecords.filter(({ purpose }) => purpose === 'dkim').map(({ Host }) => Host);
  expect(hosts).toEqual([signing.host, signing.ed25519?.host]);
});

test("a domain shows the provider of its name servers, with that provider's field labels [VER-01]", async () => {
  const { domain, token } = await aCustomerWithDomain(app);
  const { dns } = app.deps;
  const { checkDomain: look } = dns;
  const seenWith = async (values: string[]) => {
    dns.checkDomain = async (...asked) => {
      const seen = await look(...asked);
      const result = { kind: 'found' as const, values, ttlSeconds: 60, aliases: [] };
      return { ...seen, nameServers: { ...seen.nameServers, result } };
    };
    app.clock.advance({ seconds: 6 });
    return app.must(checkDomain, { domainName: domain }, { token });
  };
  try {
    expect((await seenWith(['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'])).provider).toMatchObject({
      providerId: 'cloudflare',
      guide: { clicks: expect.arrayContaining([expect.any(String)]) },
    });
    expect((await seenWith(['ns1.somewhere.test'])).provider).toBeNull();
  } finally {
    dns.checkDomain = look;
  }
});
