import { upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain } from '@postern/contract/domain-connection';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { RESERVED_TOP_LEVEL_DOMAINS } from '@postern/domain/domain-connection';
import { expect, test } from 'vitest';
import { saveProvenTopLevelDomains } from '../../db/proven-top-level-domains.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import type { TestInternet } from '../../testing/start-test-internet.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { readDomainState } from './read-domain-state.ts';
import { runCheck } from './run-check.ts';

const app = useTestApp({ webhooks: false, hasInternet: true });
const internet = () => app.internet as TestInternet;

let count = 0;
/** A customer of a domain that is delegated as said. The other name server has a zone for it. */
async function aCustomerAt(to: Parameters<TestInternet['delegate']>[1]): Promise<TestCustomer> {
  const domain = `bakery-${++count}.org`;
  internet().delegate(domain, to);
  await internet().zones.createZone(domain);
  return aCustomerWithDomain(app, { domain });
}

/** What our servers do with the domain's mail after a check, so many hours after the last one. Sessions would have ended. */
async function mailOf(customer: TestCustomer, later: { hours: number } = { hours: 0 }) {
  app.clock.advance({ seconds: 6 + later.hours * 3600 });
  await runCheck(app.deps, customer);
  const { mail } = await app.deps.db.asTenant(customer.customerId, (tx) =>
    readDomainState(tx, app.deps.dns, { customerId: customer.customerId, bundleId: customer.bundleId }),
  );
  return [mail.state, mail.isLocal, mail.receives, mail.maySend];
}

const pointsTo = ({ domain }: TestCustomer, ...exchanges: string[]) =>
  internet().zones.upsertRecordSet(domain, {
    ...{ type: 'MX', host: '@', ttlSeconds: 60 },
    values: exchanges.map((exchange, place) => `${place + 1} ${exchange}`),
  });

const LOCAL = ['local', true, true, true];
const WAITING = ['waiting', false, false, false];

test("a domain's mail is local as soon as its MX record leads here, and until that has led elsewhere for a day [VER-01] [VER-06]", async () => {
  const customer = await aCustomerAt('others');
  const { domain, token } = customer;
  const { mailState } = await app.must(checkDomain, { domainName: domain }, { token });
  expect(mailState).toBe('waiting');
  await pointsTo(customer, 'mx.others.net');
  expect(await mailOf(customer)).toEqual(WAITING);
  await pointsTo(customer, 'mx2.mail.test');
  expect(await mailOf(customer)).toEqual(LOCAL);
  await pointsTo(customer, 'mx.others.net');
  expect(await mailOf(customer)).toEqual(LOCAL);
  internet().delegate(domain, 'silence');
  expect(await mailOf(customer, { hours: 48 })).toEqual(LOCAL);
  internet().delegate(domain, 'others');
  expect(await mailOf(customer, { hours: 2 })).toEqual(LOCAL);
  expect(await mailOf(customer, { hours: 2 })).toEqual(['moved-away', false, false, false]);
  await pointsTo(customer, 'mx1.mail.test', 'mx.others.net');
  expect(await mailOf(customer)).toEqual(LOCAL);
  const actions = await auditOf(app, customer.customerId);
  expect(actions.filter((action) => action === 'domain.mail-changed')).toHaveLength(3);
});

test('the ownership record alone proves a domain, and behind a filter service its mailboxes still receive and send [VER-01]', async () => {
  const customer = await aCustomerAt('others');
  const { token, domain } = customer;
  const { expectedRecords } = await app.must(checkDomain, { domainName: domain }, { token });
  const text = expectedRecords.find(({ purpose }) => purpose === 'ownership')?.Point_to ?? '';
  const says = (value: string) =>
    internet().zones.upsertRecordSet(domain, { type: 'TXT', host: '@', ttlSeconds: 60, values: [value] });
  await says(`${text}0`);
  expect(await mailOf(customer)).toEqual(WAITING);
  await says(text);
  await pointsTo(customer, 'mx.filter.net');
  expect(await mailOf(customer)).toEqual(LOCAL);
  for (const hours of [12, 13]) await mailOf(customer, { hours });
  expect(await mailOf(customer)).toEqual(['moved-away', false, true, true]);
});

test("what a customer writes into our zone for someone else's domain proves nothing [VER-01] [DNS-02]", async () => {
  const customer = await aCustomerAt('others');
  const { token, domain } = customer;
  await pointsTo(customer, 'mx.others.net');
  const { expectedRecords } = await app.must(checkDomain, { domainName: domain }, { token });
  const text = expectedRecords.find(({ purpose }) => purpose === 'ownership')?.Point_to ?? '';
  const write = (type: 'MX' | 'TXT', values: string[]) =>
    app.must(
      upsertDnsRecord,
      { type, host: '@', ttl: 600, values, ...(type === 'MX' ? { priority: 10 } : {}) },
      { token },
    );
  await write('MX', ['mx1.mail.test']);
  await write('TXT', [text]);
  expect((await app.deps.dns.zones?.readZone(domain))?.recordSets.length).toBe(2);
  expect(await mailOf(customer)).toEqual(WAITING);
  internet().delegate(domain, 'us');
  expect(await mailOf(customer)).toEqual(LOCAL);
});

test("a name below another customer's domain isn't proven by the alias or the MX record there, but by the ownership record [VER-01]", async () => {
  const owner = await aCustomerAt('others');
  await pointsTo(owner, 'mx1.mail.test');
  const write = (host: string, type: 'CNAME' | 'MX' | 'TXT', value: string) =>
    internet().zones.upsertRecordSet(owner.domain, { type, host, ttlSeconds: 60, values: [value] });
  await write('www', 'CNAME', owner.domain);
  await write('shop', 'MX', '1 mx1.mail.test');
  const buyer = (host: string) => aCustomerWithDomain(app, { domain: `${host}.${owner.domain}` });
  const [www, shop] = [await buyer('www'), await buyer('shop')];
  const looks = ({ token, domain }: TestCustomer) => app.must(checkDomain, { domainName: domain }, { token });
  await looks(www);
  expect(await mailOf(www)).toEqual(WAITING);
  const { expectedRecords } = await looks(shop);
  expect(await mailOf(shop)).toEqual(WAITING);
  await write('shop', 'TXT', expectedRecords.find(({ purpose }) => purpose === 'ownership')?.Point_to ?? '');
  expect(await mailOf(shop)).toEqual(LOCAL);
});

test("a domain that is an alias of another customer's isn't proven by the MX record behind the alias [VER-01]", async () => {
  const owner = await aCustomerAt('others');
  await pointsTo(owner, 'mx1.mail.test');
  // Our editor refuses an alias at a domain's root, so the other server has the zone above.
  internet().delegate('bakery.co.uk', 'others');
  await internet().zones.createZone('co.uk');
  const values = [owner.domain];
  await internet().zones.upsertRecordSet('co.uk', { type: 'CNAME', host: 'bakery', ttlSeconds: 60, values });
  const buyer = await aCustomerWithDomain(app, { domain: 'bakery.co.uk' });
  await app.must(checkDomain, { domainName: buyer.domain }, { token: buyer.token });
  expect(await mailOf(buyer)).toEqual(WAITING);
});

test('what counts as proven in an evaluation stops counting with the first start in production [VER-01]', async () => {
  const { db } = app.deps;
  const customer = await aCustomerWithDomain(app, { domain: 'evaluated.test' });
  const { email: to } = await aMailbox(app, customer, 'ann');
  const reply = async () =>
    (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to, raw: aMessage('hello') })).reply.slice(0, 3);
  expect(await reply()).toBe('250');
  await saveProvenTopLevelDomains(db, []);
  expect(await reply()).toBe('450');
  await saveProvenTopLevelDomains(db, RESERVED_TOP_LEVEL_DOMAINS);
  expect(await reply()).toBe('250');
});
