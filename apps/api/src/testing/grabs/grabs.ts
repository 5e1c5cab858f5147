import { addAlias } from '@postern/contract/aliases';
import { setCatchAll } from '@postern/contract/catch-all';
import { upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain, readDomainChange } from '@postern/contract/domain-change';
import { checkDomain } from '@postern/contract/domain-connection';
import { createForwarder } from '@postern/contract/forwarders';
import { pollUntil } from '@postern/testkit/poll-until';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../builders.ts';
import type { GrabGround } from './grab-ground.ts';

/** A try to get what belongs to a domain: mail that is sent to an address, or to send as one. */
export type Grab = { how: string; login: string; domains: string[] } & ({ to: string } | { as: string; header?: true });

/**
 * The ways in which an attacker can hold a domain here that isn't theirs, each with the attempts that it allows. `word` makes the names
 * unique.
 */
export async function prepareGrabs(ground: GrabGround, word: string): Promise<Grab[]> {
  const buys = async (domain: string): Promise<TestCustomer> => {
    const customer = await aCustomerWithDomain(ground.panel, { domain, email: `thief@${word}.test` });
    return fill(ground, customer);
  };
  const victim = (name: string) => `${name}-${word}.org`;
  const every = [];

  const bought = await buys(victim('bought'));
  every.push(...allTries('bought by a link', bought.domain, [bought.domain]), ...oddTries(bought.domain));

  const movedTo = victim('moved');
  const mover = await buys(`mover-${word}.test`);
  await moves(ground, mover, movedTo);
  every.push(...allTries('reached by a tick', movedTo, [movedTo, mover.domain]));

  const [passed, last] = [victim('passed'), victim('last')];
  const passing = await buys(`passing-${word}.test`);
  await moves(ground, passing, passed);
  await moves(ground, passing, last);
  every.push(...allTries('a former name', passed, [passing.domain, passed, last]).filter((each) => 'to' in each));

  const sub = await buys(`mail.${victim('big')}`);
  every.push(...allTries('a subdomain', sub.domain, [sub.domain]).slice(0, 4));
  every.push({
    how: 'the domain above',
    login: `ann@${sub.domain}`,
    domains: [sub.domain],
    to: `ann@${victim('big')}`,
  });
  every.push({ how: 'a name below', login: `ann@${sub.domain}`, domains: [sub.domain], to: `ann@x.${sub.domain}` });

  const alike = await buys(`xn--${victim('pypal').replace('.org', '-4ve')}.org`);
  every.push(...allTries('a look-alike', alike.domain, [alike.domain]).slice(0, 3));
  every.push({
    how: 'what it looks like',
    login: `ann@${alike.domain}`,
    domains: [alike.domain],
    to: `ann@${victim('paypal')}`,
  });

  const left = victim('left');
  await ground.leave(left);
  const next = await buys(left);
  every.push(...allTries('after the real owner left', next.domain, [next.domain]));

  const written = await buys(victim('written'));
  await writeZone(ground, written);
  every.push(...allTries('a zone on our name server', written.domain, [written.domain]));
  return every;
}

/** Mailbox, alias, forwarder and catch-all, which lead to one mailbox. */
async function fill({ panel }: GrabGround, customer: TestCustomer): Promise<TestCustomer> {
  const { token, domain } = customer;
  const { email } = await aMailbox(panel, customer, 'ann');
  await panel.must(addAlias, { alias: 'info', email, displayName: 'Info' }, { token });
  await panel.must(createForwarder, { email: `team@${domain}`, recipients: [email] }, { token });
  await panel.must(setCatchAll, { email }, { token });
  return customer;
}

async function moves(ground: GrabGround, { token }: TestCustomer, newDomain: string): Promise<void> {
  await ground.registerElsewhere(newDomain);
  await ground.panel.must(changeDomain, { newDomain, ownershipConfirmed: true }, { token });
  await pollUntil(async () => (await ground.panel.must(readDomainChange, {}, { token })).change?.state === 'finished', {
    timeoutMs: 60_000,
    onTimeout: () => `${newDomain} is still on its way`,
  });
}

/** Writes our MX and the ownership record into the zone that we hold for a domain delegated to someone else, and has it checked. */
async function writeZone(ground: GrabGround, { token, domain }: TestCustomer): Promise<void> {
  const check = () => ground.panel.must(checkDomain, { domainName: domain }, { token });
  for (const { purpose, Type, Point_to } of (await check()).expectedRecords) {
    if (purpose !== 'mx' && purpose !== 'ownership') continue;
    const mx = Type === 'MX' ? { priority: 10 } : {};
    await ground.panel.call(upsertDnsRecord, { type: Type, host: '@', ttl: 600, values: [Point_to], ...mx }, { token });
  }
  await check();
}

const allTries = (how: string, domain: string, domains: string[]): Grab[] => {
  const common = { login: `ann@${domain}`, domains };
  const to = (what: string, address: string): Grab => ({ ...common, how: `${how}: ${what}`, to: address });
  return [
    to('its mailbox', `ann@${domain}`),
    to('an alias', `info@${domain}`),
    to('a forwarder', `team@${domain}`),
    to('the catch-all', `anybody@${domain}`),
    to('a tagged mailbox', `ann+shop@${domain}`),
    { ...common, how: `${how}: sends as its mailbox`, as: `ann@${domain}` },
    { ...common, how: `${how}: sends as its alias`, as: `info@${domain}` },
  ];
};

/** Addresses that are written so that another way may be found in. */
const oddTries = (domain: string): Grab[] => {
  const common = { login: `ann@${domain}`, domains: [domain] };
  const to = (what: string, address: string): Grab => ({ ...common, how: what, to: address });
  return [
    to('capital letters', `Ann@${domain.toUpperCase()}`),
    to('a tagged alias', `info+x@${domain}`),
    to('a tagged forwarder', `team+x@${domain}`),
    to('the postmaster', `postmaster@${domain}`),
    to('the inner name of a mailbox', `ann=${domain}@mailbox.internal`),
    to('a percent sign', `ann%${domain}@mailbox.internal`),
    to('a quoted address', `"ann@${domain}"@elsewhere.org`),
    to('a quoted address within', `"ann@elsewhere.org"@${domain}`),
    { ...common, how: 'sends as any name of the catch-all', as: `anybody@${domain}` },
    { ...common, how: 'sends as the forwarder', as: `team@${domain}` },
  ];
};
