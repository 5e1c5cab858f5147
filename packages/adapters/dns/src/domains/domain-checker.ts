import { checkZone, fullName, type RecordType, ROOT_HOST, type ZoneRecord } from '@postern/domain/dns';
import { type CheckFailure, compareRecords, type ExpectedRecord } from '@postern/domain/domain-connection';
import { isSpfText, parseSpf, type SpfWalk } from '@postern/domain/spf';
import type { DnsResolver, DomainCheck, LookUp, LookUpFailure } from '../port.ts';
import { walkDomainSpf } from './walk-domain-spf.ts';

/** With more domains at once, answers get lost on the network. */
const DOMAINS_IN_FLIGHT = 32;

type CheckerOptions = {
  maximumInFlight?: number;
  /** The resolver for names of other domains that SPF records include. */
  others?: DnsResolver;
};

/** Checks domains, at most 32 at once; further checks wait in line. */
export function createDomainChecker(resolver: DnsResolver, options: CheckerOptions = {}) {
  const { maximumInFlight = DOMAINS_IN_FLIGHT, others = resolver } = options;
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  return async function checkDomain(domain: string, expected: readonly ExpectedRecord[]): Promise<DomainCheck> {
    // A finished check hands its slot to the next one in line, so that no new check gets in between.
    if (inFlight >= maximumInFlight) await new Promise<void>((resolve) => waiting.push(resolve));
    else inFlight += 1;
    try {
      const found = await check(resolver, domain, expected);
      return { ...found, spfWalk: await walkFound({ own: resolver, others }, domain, expected, found) };
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inFlight -= 1;
    }
  };
}

type Answered = { host: string; lookUp: LookUp };

type Found = Omit<DomainCheck, 'spfWalk'>;

async function check(resolver: DnsResolver, domain: string, expected: readonly ExpectedRecord[]): Promise<Found> {
  const ask = async (host: string, type: RecordType): Promise<Answered> => ({
    host,
    lookUp: await resolver.lookUp(fullName(host, domain), type),
  });
  const [nameServers, ...asked] = await Promise.all([
    resolver.lookUp(domain, 'NS'),
    ...questionsFor(expected).map(({ host, type }) => (type === 'site' ? askForSite(ask, host) : ask(host, type))),
  ]);
  const answers = asked.flat();
  const zone = answers.flatMap((answered) => recordsOf(answered, expected));
  const unanswered = answers
    .filter(({ lookUp }) => !('ttlSeconds' in lookUp.result))
    .flatMap(({ lookUp, host }) => typesBlockedBy(lookUp.type).map((type) => ({ host, type })));
  const faults = checkZone(zone, domain).filter(({ code }) => code === 'SPF_TWICE' || code === 'CNAME_AT_ROOT');
  const lookUps = answers.map(({ lookUp }) => lookUp);
  return {
    findings: compareRecords(expected, zone, unanswered),
    zone,
    faults,
    failure: failureOf(domain, lookUps),
    nameServers,
    lookUps,
  };
}

/** Follows the domain's SPF record if there is exactly one, as receivers do. Doesn't affect the check's outcome. */
async function walkFound(
  resolvers: { own: DnsResolver; others: DnsResolver },
  domain: string,
  expected: readonly ExpectedRecord[],
  { zone }: Found,
): Promise<SpfWalk | null> {
  if (!expected.some(({ purpose }) => purpose === 'spf')) return null;
  const [only, second] = zone.filter(
    ({ type, host, value }) => type === 'TXT' && host === ROOT_HOST && isSpfText(value),
  );
  const parsed = only && !second ? parseSpf(only.value) : null;
  return parsed?.ok ? walkDomainSpf(resolvers, parsed.value, domain) : null;
}

/** The records that give a host its address. A host with an alias has no address records of its own, so they aren't looked up. */
async function askForSite(
  ask: (host: string, type: RecordType) => Promise<Answered>,
  host: string,
): Promise<Answered[]> {
  const alias = await ask(host, 'CNAME');
  if (alias.lookUp.result.kind !== 'no-data') return [alias];
  return [alias, ...(await Promise.all([ask(host, 'A'), ask(host, 'AAAA')]))];
}

/** Each host and type once. */
function questionsFor(expected: readonly ExpectedRecord[]): { host: string; type: RecordType | 'site' }[] {
  const questions = expected.map(({ host, type }) => ({
    host,
    type: type === 'A' || type === 'CNAME' ? ('site' as const) : type,
  }));
  return [...new Map(questions.map((each) => [`${each.host} ${each.type}`, each])).values()];
}

/** If one of these is unknown, so is the address of a site. */
function typesBlockedBy(type: RecordType): RecordType[] {
  return type === 'CNAME' || type === 'A' || type === 'AAAA' ? ['CNAME', 'A'] : [type];
}

/**
 * The records that a look-up found. Texts and mail servers behind an alias count as the host's own, as they do for everyone who uses them.
 * An alias at the root shows in every answer about the root; only the first answer reports it.
 */
function recordsOf({ host, lookUp: { type, result } }: Answered, expected: readonly ExpectedRecord[]): ZoneRecord[] {
  if (!('ttlSeconds' in result)) return [];
  const { ttlSeconds } = result;
  const records = (result.kind === 'found' ? result.values : []).map(
    (value): ZoneRecord => ({ type, host, ttlSeconds, value }),
  );
  const atRoot = expected.filter((each) => each.host === ROOT_HOST);
  const isReported =
    host !== ROOT_HOST ||
    type !== atRoot[0]?.type ||
    atRoot.some(({ purpose }) => purpose === 'a' || purpose === 'cname');
  const [alias] = isReported ? [] : result.aliases;
  return alias === undefined ? records : [...records, { type: 'CNAME', host, ttlSeconds, value: alias }];
}

const FAILURES: Record<LookUpFailure, CheckFailure> = {
  'timed-out': 'LOOKUP_TIMEOUT',
  'no-name-servers': 'NAME_SERVER_NOT_FOUND',
  lame: 'ZONE_INACTIVE',
  refused: 'ZONE_INACTIVE',
  'delegation-loop': 'ZONE_INACTIVE',
  'alias-loop': 'OTHER',
  truncated: 'OTHER',
  garbled: 'OTHER',
  'server-failure': 'OTHER',
};

/** The failure to show. A domain that doesn't exist says more than a failed look-up. */
function failureOf(domain: string, lookUps: readonly LookUp[]): CheckFailure | null {
  if (lookUps.some(({ name, result }) => name === domain && result.kind === 'no-such-name')) return 'DOMAIN_NOT_FOUND';
  const failed = lookUps.map(({ result }) => result).find((result) => !('ttlSeconds' in result));
  return failed && !('ttlSeconds' in failed) ? FAILURES[failed.kind] : null;
}
