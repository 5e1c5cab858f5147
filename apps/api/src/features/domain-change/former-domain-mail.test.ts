import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { changeDomain, readDomainChange } from '@postern/contract/domain-change';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import type { TestInternet } from '../../testing/start-test-internet.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { checkWantedDomains } from '../domain-connection/check-wanted-domains.ts';
import { takeWantedNames } from '../domain-verification/public.ts';
import { mailFilterDirectory } from '../mail-directory/mail-filter-directory.ts';
import { keepFormerDomains } from './keep-former-domains.ts';
import { recheckFormerDomains } from './recheck-former-domains.ts';

const app = useTestApp({ webhooks: false, hasInternet: true });
const internet = () => app.internet as TestInternet;

const DAY_SECONDS = 86_400;
const MX = ['1 mx1.mail.test'];

/** A domain at the other name server. */
async function aDomainWith(domain: string, mx: string[]): Promise<string> {
  internet().delegate(domain, 'others');
  await internet().zones.createZone(domain);
  await pointsTo(domain, mx);
  return domain;
}

const pointsTo = (domain: string, values: string[]) =>
  internet().zones.upsertRecordSet(domain, { type: 'MX', host: '@', ttlSeconds: 60, values });

const sends = async (to: string): Promise<string> =>
  (await sendMail({ host: '127.0.0.1', port: app.smtpPort }, { to, raw: aMessage('hello') })).reply.slice(0, 3);

const checksOf = (domain: string) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ at: string | null; is_check_wanted: boolean }>(
      tx,
      sql`select checked_at as at, is_check_wanted from domain_mail where name = ${domain}`,
    ),
  );

async function moves({ token }: TestCustomer, newDomain: string): Promise<void> {
  await app.must(changeDomain, { newDomain, ownershipConfirmed: true }, { token });
  await pollUntil(async () => (await app.must(readDomainChange, {}, { token })).change?.state === 'finished', {
    timeoutMs: 20_000,
    onTimeout: () => 'the domain is still on its way',
  });
}

test('the first mail that waits starts a check, and comes through when it is sent again; a flood starts one check [VER-01]', async () => {
  const customer = await aCustomerWithDomain(app, { domain: await aDomainWith('first.org', MX) });
  const { email } = await aMailbox(app, customer, 'ann');
  expect(await Promise.all(Array.from({ length: 30 }, () => sends(email)))).toEqual(Array(30).fill('450'));
  await checkWantedDomains(app.deps);
  expect(await sends(email)).toBe('250');
  await pointsTo('first.org', ['1 mx.others.net']);
  const [checked] = await checksOf('first.org');
  await app.deps.db.asSystem((tx) => tx.execute(sql`update domain_mail set receives = false where name = 'first.org'`));
  expect(await Promise.all(Array.from({ length: 30 }, () => sends(email)))).toEqual(Array(30).fill('450'));
  app.clock.advance({ seconds: 30 });
  await checkWantedDomains(app.deps);
  expect(await checksOf('first.org')).toEqual([checked]);
  expect(await sends('ann@sub.first.org')).toBe('554');
});

test('of the domains that mail waits for, the one that was checked longest ago comes first [VER-01]', async () => {
  const domains = ['a-slow.org', 'b-slow.org', 'z-waits.org'];
  for (const domain of domains) await aCustomerWithDomain(app, { domain });
  const want = (domain: string, minutesAgo: number) =>
    app.deps.db.asSystem(async (tx) => {
      await tx.execute(sql`select mail.want_check(${domain})`);
      await tx.execute(sql`update domain_mail set is_check_wanted = true, checked_at = now() - make_interval(mins => ${minutesAgo})
        where name = ${domain}`);
    });
  const taken = async () => (await app.deps.db.asSystem((tx) => takeWantedNames(tx, 1))).map(({ name }) => name);
  for (const [place, domain] of domains.entries()) await want(domain, place);
  expect([await taken(), await taken(), await taken()]).toEqual([['z-waits.org'], ['b-slow.org'], ['a-slow.org']]);
});

test('a former domain receives while its MX record leads here, and its next owner starts from nothing [VER-05] [VER-01]', async () => {
  const customer = await aCustomerWithDomain(app, { domain: await aDomainWith('left.org', MX) });
  await aMailbox(app, customer, 'ann');
  await sends('ann@left.org');
  await checkWantedDomains(app.deps);
  await moves(customer, await aDomainWith('next.org', ['1 mx.others.net']));
  expect([await sends('ann@left.org'), await sends('ann@next.org')]).toEqual(['250', '450']);
  const levelOf = (domain: string) => mailFilterDirectory(app.deps).listSpamLevels([domain]);
  expect(await levelOf('left.org')).toEqual(await levelOf('next.org'));
  await pointsTo('left.org', ['1 mx.others.net']);
  for (let day = 0; day < 3; day += 1) {
    app.clock.advance({ seconds: DAY_SECONDS });
    await recheckFormerDomains(app.deps);
  }
  expect(await sends('ann@left.org')).toBe('450');
  await pointsTo('left.org', MX);
  app.clock.advance({ seconds: DAY_SECONDS });
  await recheckFormerDomains(app.deps);
  expect(await sends('ann@left.org')).toBe('250');
  app.clock.advance({ seconds: 90 * DAY_SECONDS });
  await keepFormerDomains(app.deps);
  expect(await sends('ann@left.org')).toBe('554');
  const stranger = await aCustomerWithDomain(app, { domain: 'left.org' });
  const { email } = await aMailbox(app, stranger, 'ann');
  expect(await sends(email)).toBe('450');
  await checkWantedDomains(app.deps);
  expect(await sends(email)).toBe('450');
});
