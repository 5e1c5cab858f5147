import { readMailServers } from '@postern/contract/client-setup';
import { listDnsRecords, upsertDnsRecord } from '@postern/contract/dns';
import { checkDomain } from '@postern/contract/domain-connection';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { OUTLOOK_SCHEMA } from '@postern/domain/client-setup';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp();
let people: TestCustomer;
beforeAll(async () => {
  people = await aCustomerWithDomain(app);
});

type Asked = { host?: string; body?: string; type?: string };
/** Sends a request as an email app does: without a session, and without the panel's headers. */
async function ask(path: string, { host, body, type = 'text/xml' }: Asked = {}) {
  const response = await fetch(`${app.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(host ? { 'x-forwarded-host': host } : {}), ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const question = (email: string, schema = OUTLOOK_SCHEMA) =>
  `<Autodiscover><Request><EMailAddress>${email}</EMailAddress><AcceptableResponseSchema>${schema}</AcceptableResponseSchema></Request></Autodiscover>`;
const WELL_KNOWN = '/.well-known/autoconfig/mail/config-v1.1.xml';

test('the panel gets the servers of the region it is opened in [APP-01]', async () => {
  const read = (host?: string) => app.must(readMailServers, host ? { host } : {}, { token: people.token });
  expect(await read('panel.example')).toEqual({
    imap: { host: 'imap.mail.test', port: 993 },
    pop: { host: 'pop.mail.test', port: 995 },
    smtp: { host: 'smtp.mail.test', port: 465 },
  });
  expect((await read('panel-euc1.example')).imap.host).toBe('imap-euc1.mail.test');
  expect((await read()).smtp.host).toBe('smtp.mail.test');
  expect(await app.refusal(readMailServers, {})).toBe('UNAUTHENTICATED');
});

test('Thunderbird finds the servers of one of our domains, by address and by host name [APP-01]', async () => {
  const byAddress = await ask(`/mail/config-v1.1.xml?emailaddress=ada@${people.domain}`);
  expect(byAddress.status).toBe(200);
  expect(byAddress.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(byAddress.text).toContain(`<emailProvider id="${people.domain}">`);
  expect(byAddress.text).toContain('<displayName>Partner 54</displayName>');
  expect(byAddress.text).toContain('<hostname>imap.mail.test</hostname>');
  for (const host of [people.domain, `autoconfig.${people.domain}`])
    expect((await ask(WELL_KNOWN, { host })).text).toBe(byAddress.text);
  expect((await ask(WELL_KNOWN, { host: `autoconfig-euc1.example` })).status).toBe(404);
});

test('no answer reveals whether an address exists, and a domain that is not ours is unknown [APP-01]', async () => {
  const known = await ask(`${WELL_KNOWN}?emailaddress=nobody-at-all@${people.domain}`);
  expect(known.text).toBe((await ask(`${WELL_KNOWN}?emailaddress=ada@${people.domain}`)).text);
  for (const email of ['ada@elsewhere.test', 'no address', '', '%00@x.test', `${'a'.repeat(9000)}@x.test`]) {
    const query = `?emailaddress=${encodeURIComponent(email)}`;
    for (const path of [WELL_KNOWN, '/mail/config-v1.1.xml', '/mail/apple.mobileconfig'])
      expect((await ask(`${path}${query}`)).status, `${path} ${email}`).toBe(404);
  }
  expect((await ask('/mail/apple.mobileconfig')).status).toBe(404);
  const twice = `?emailaddress=a@${people.domain}&emailaddress=b@${people.domain}`;
  expect((await ask(`${WELL_KNOWN}${twice}`)).status).toBe(404);
});

test('Outlook finds the servers at both spellings of its path, and gets errors in its own format [APP-01]', async () => {
  for (const path of ['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml']) {
    const answer = await ask(path, { body: question(`Ada@${people.domain}`) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(answer.text).toContain(`<LoginName>ada@${people.domain}</LoginName>`);
    expect(answer.text).toMatch(/<Type>SMTP<\/Type>\s*<Server>smtp.mail.test<\/Server>\s*<Port>465<\/Port>/);
  }
  const code = async (body: string) =>
    /<ErrorCode>(\d+)</.exec((await ask('/autodiscover/autodiscover.xml', { body })).text)?.[1];
  expect(await code(question('ada@elsewhere.test'))).toBe('600');
  expect(await code(question('<b>'))).toBe('600');
  expect(await code('')).toBe('600');
  expect(
    await code(
      question(
        `ada@${people.domain}`,
        'http://schemas.microsoft.com/exchange/autodiscover/mobilesync/responseschema/2006',
      ),
    ),
  ).toBe('601');
});

test('a request that is too long or not XML is refused before it is parsed [APP-01]', async () => {
  const long = await ask('/autodiscover/autodiscover.xml', { body: 'x'.repeat(20_000) });
  expect(long.status).toBe(413);
  const json = await ask('/autodiscover/autodiscover.xml', { body: '{}', type: 'application/json' });
  expect(json.status).toBe(415);
});

test('the Apple profile is the same for the same address, downloads as a file, and holds no secret [APP-01]', async () => {
  const path = `/mail/apple.mobileconfig?emailaddress=o%27neil@${people.domain}`;
  const profile = await ask(path, { host: 'panel-euc1.example' });
  expect(profile.status).toBe(200);
  expect(profile.headers.get('content-type')).toBe('application/x-apple-aspen-config; charset=utf-8');
  expect(profile.headers.get('content-disposition')).toBe('attachment; filename="mail.mobileconfig"');
  expect(profile.text).toContain(`<string>o&apos;neil@${people.domain}</string>`);
  expect(profile.text).toContain('<string>imap-euc1.mail.test</string>');
  expect(profile.text).not.toMatch(/<key>(Incoming|Outgoing)Password<\/key>/);
  expect((await ask(path, { host: 'panel-euc1.example' })).text).toBe(profile.text);
  expect(app.logged()).not.toContain('neil@');
});

test('mail servers get the MTA-STS policy of a domain whose mail comes only here, and of no other', async () => {
  const policy = (host: string) => ask('/.well-known/mta-sts.txt', { host });
  const { token, domain } = people;
  const host = `mta-sts.${domain}`;
  expect((await policy(host)).status).toBe(404);
  const { planId } = await app.must(planDomain, {}, { token });
  await app.must(applyDomainPlan, { planId }, { token });
  app.clock.advance({ seconds: 6 });
  await app.must(checkDomain, { domainName: domain }, { token });
  const answer = await policy(host);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(answer.text.split('\r\n')).toEqual([
    ...['version: STSv1', 'mode: enforce', 'mx: mx1.mail.test', 'mx: mx2.mail.test', 'max_age: 604800', ''],
  ]);
  for (const other of [domain, 'mta-sts.elsewhere.test', 'panel.example'])
    expect((await policy(other)).status, other).toBe(404);
  const { records } = await app.must(listDnsRecords, {}, { token });
  const recordId = records.find(({ type }) => type === 'MX')?.recordId ?? '';
  const values = ['10 mx1.mail.test', '5 filter.elsewhere.test'];
  await app.must(upsertDnsRecord, { recordId, type: 'MX', host: '@', values, ttl: 600 }, { token });
  app.clock.advance({ seconds: 6 });
  await app.must(checkDomain, { domainName: domain }, { token });
  expect((await policy(host)).status).toBe(404);
});
