import type { RecordType } from '@postern/domain/dns';
import type { AskedQuestion, DnsResolver, LookUp, LookUpFailure, LookUpResult } from '../port.ts';
import { isPublicAddress } from '../public-internet/public-address.ts';
import { plainName, rcodeOf } from '../wire/dns-message.ts';
import { askServer } from './ask-server.ts';
import type { Exchange, ServerAddress } from './exchange.ts';
import { isWithin, type Reply, readReply } from './read-reply.ts';

export type ResolverOptions = {
  /** The servers to start with, in this order: recursive resolvers, or name servers that refer us on. */
  servers: readonly ServerAddress[];
  /** How long one query may take; 1.5 s by default. Each server is asked twice. */
  questionTimeoutMs?: number;
  /** How long a whole look-up may take; 8 s by default. */
  timeLimitMs?: number;
  /** The port of servers that we are referred to: 53, except in tests. */
  delegatedPort?: number;
  /** Which servers we may be referred to; public addresses by default, so that no zone makes us query machines of an internal network. */
  mayAsk?: (address: string) => boolean;
};

const TRIES = 2;
const REFERRALS_MAXIMUM = 12;
const ALIASES_MAXIMUM = 8;
const NAME_SERVERS_MAXIMUM = 6;
/** Far more than any honest delegation needs. Without a limit, six servers that each lead to six others would have us query without end. */
const QUERIES_MAXIMUM = 100;

type Search = { asked: AskedQuestion[]; deadline: number; openNames: Set<string> };
/** Whom to ask next: the name servers of a zone, or the resolvers to start with, which have no zone name. */
export type DelegationPoint = { servers: readonly ServerAddress[]; zoneName: string | null };
type Step = { reply: Reply; isAuthoritative: boolean } | { failure: LookUpFailure };

/** A resolver that can also start at a zone's name servers. Then only authoritative answers count. */
export type StartableResolver = DnsResolver & {
  lookUpFrom(point: DelegationPoint & { zoneName: string }, name: string, type: RecordType): Promise<LookUp>;
  /** The name servers at these addresses, without those that we may not ask. */
  serversAt(addresses: readonly string[]): ServerAddress[];
};

/** An iterative resolver: follows referrals itself, and reports every query that it sent. */
export function createResolver(options: ResolverOptions): StartableResolver {
  return new IterativeResolver(options);
}

class IterativeResolver implements StartableResolver {
  readonly #settings: Required<ResolverOptions>;

  constructor(options: ResolverOptions) {
    this.#settings = {
      questionTimeoutMs: 1500,
      timeLimitMs: 8000,
      delegatedPort: 53,
      mayAsk: isPublicAddress,
      ...options,
    };
  }

  async lookUp(text: string, type: RecordType): Promise<LookUp> {
    const [name, search] = [plainName(text), this.#newSearch()];
    return { name, type, result: await this.#resolve(name, type, search), asked: search.asked };
  }

  async lookUpFrom(point: DelegationPoint & { zoneName: string }, text: string, type: RecordType): Promise<LookUp> {
    const [name, search] = [plainName(text), this.#newSearch()];
    return { name, type, result: await this.#resolve(name, type, search, point), asked: search.asked };
  }

  serversAt(addresses: readonly string[]): ServerAddress[] {
    const { mayAsk, delegatedPort } = this.#settings;
    return addresses.filter(mayAsk).map((address): ServerAddress => ({ address, port: delegatedPort }));
  }

  #newSearch(): Search {
    return { asked: [], deadline: performance.now() + this.#settings.timeLimitMs, openNames: new Set() };
  }

  async #resolve(name: string, type: RecordType, search: Search, start?: DelegationPoint): Promise<LookUpResult> {
    const aliases: string[] = [];
    let point: DelegationPoint = start ?? { servers: this.#settings.servers, zoneName: null };
    let current = name;
    for (let steps = 0; steps < REFERRALS_MAXIMUM + ALIASES_MAXIMUM; steps += 1) {
      const step = await this.#askServers(point, current, type, search);
      if ('failure' in step) return { kind: step.failure };
      const { reply } = step;
      // A cached answer, where only the zone's own servers count.
      if (start !== undefined && point.zoneName !== null && reply.kind !== 'delegated' && !step.isAuthoritative)
        return { kind: 'lame' };
      switch (reply.kind) {
        case 'found':
        case 'no-data':
        case 'no-such-name':
          return { ...reply, aliases: [...aliases, ...reply.aliases] };
        case 'aliased':
          if (reply.aliases.some((each) => each === name || aliases.includes(each))) return { kind: 'alias-loop' };
          aliases.push(...reply.aliases);
          if (aliases.length > ALIASES_MAXIMUM) return { kind: 'alias-loop' };
          current = aliases.at(-1) ?? current;
          point = { servers: this.#settings.servers, zoneName: null };
          break;
        case 'delegated': {
          const next = await this.#followReferral(reply, point, search);
          if ('kind' in next) return next;
          point = next;
          break;
        }
        case 'not-authoritative':
          return { kind: 'lame' };
        default:
          return { kind: reply.kind };
      }
    }
    return { kind: 'delegation-loop' };
  }

  /** The delegation point that a referral leads to. It must be nearer to the name, or the servers send us in a circle. */
  async #followReferral(
    reply: Reply & { kind: 'delegated' },
    from: DelegationPoint,
    search: Search,
  ): Promise<DelegationPoint | { kind: LookUpFailure }> {
    const { zoneName, nameServers, addresses } = reply;
    if (from.zoneName !== null && zoneName === from.zoneName) return { kind: 'delegation-loop' };
    if (from.zoneName !== null && !zoneName.endsWith(`.${from.zoneName}`) && from.zoneName !== '')
      return { kind: 'lame' };
    const found: string[] = [];
    let failure: LookUpFailure = 'no-name-servers';
    for (const host of nameServers.slice(0, NAME_SERVERS_MAXIMUM)) {
      const glue = addresses.get(host);
      if (glue) found.push(...glue);
      else {
        const result = await this.#addressesOf(host, search);
        if (result.kind === 'found') found.push(...result.values);
        else if (result.kind !== 'no-data' && result.kind !== 'no-such-name') failure = result.kind;
      }
      if (found.length >= NAME_SERVERS_MAXIMUM) break;
    }
    const allowed = this.serversAt(found);
    return allowed.length > 0 ? { servers: allowed, zoneName } : { kind: failure };
  }

  async #addressesOf(host: string, search: Search): Promise<LookUpResult> {
    // We are already looking for this address: the server's name is in the zone that only the server knows.
    if (search.openNames.has(host)) return { kind: 'delegation-loop' };
    search.openNames.add(host);
    const result = await this.#resolve(host, 'A', search);
    const both = result.kind === 'no-data' ? await this.#resolve(host, 'AAAA', search) : result;
    search.openNames.delete(host);
    return both;
  }

  /** Asks the servers one after the other until one answers; else gives the last one's failure. */
  async #askServers(from: DelegationPoint, name: string, type: RecordType, search: Search): Promise<Step> {
    let failure: LookUpFailure = 'timed-out';
    for (let tries = 0; tries < TRIES; tries += 1) {
      for (const server of from.servers) {
        const timeoutMs = Math.min(this.#settings.questionTimeoutMs, search.deadline - performance.now());
        if (timeoutMs <= 0) return { failure: 'timed-out' };
        if (search.asked.length >= QUERIES_MAXIMUM) return { failure: 'delegation-loop' };
        const exchange = await askServer(server, { name, type, isRecursive: from.zoneName === null, timeoutMs });
        search.asked.push({
          server: `${server.address}:${server.port}`,
          name,
          type,
          transport: exchange.transport,
          outcome: outcomeOf(exchange),
        });
        const read = stepOf(exchange, name, type, from);
        if ('reply' in read) return read;
        failure = read.failure;
      }
      // Asking again at once won't change a server's answer. Silence may have been a lost packet.
      if (failure !== 'timed-out') break;
    }
    return { failure };
  }
}

function stepOf(exchange: Exchange, name: string, type: RecordType, from: DelegationPoint): Step {
  if (exchange.kind !== 'answer') {
    if (exchange.kind === 'garbled') return { failure: 'garbled' };
    // Over UDP the answer came, but was truncated; only TCP failed.
    return { failure: exchange.transport === 'tcp' ? 'truncated' : 'timed-out' };
  }
  const reply = readReply(exchange.message, name, type);
  if (reply.kind === 'server-failure' || reply.kind === 'garbled') return { failure: reply.kind };
  // A delegated server that refuses to answer for its zone is lame. One of our own resolvers just refuses.
  if (reply.kind === 'refused') return { failure: from.zoneName === null ? 'refused' : 'lame' };
  if (reply.kind === 'not-authoritative') return { failure: 'lame' };
  // What a name server says about other people's names isn't believed: it may hold a zone that nobody delegated to it.
  if ('aliases' in reply && from.zoneName !== null && !isWithin(reply.aliases.at(-1) ?? name, from.zoneName)) {
    const { aliases, ttlSeconds } = reply;
    return { reply: { kind: 'aliased', aliases, ttlSeconds }, isAuthoritative: exchange.message.flag_aa };
  }
  return { reply, isAuthoritative: exchange.message.flag_aa };
}

function outcomeOf(exchange: Exchange): string {
  if (exchange.kind !== 'answer') return exchange.kind;
  const { answers = [] } = exchange.message;
  return `${rcodeOf(exchange.message)} ${answers.length}`;
}
