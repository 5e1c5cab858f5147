import type { RecordType } from '@postern/domain/dns';
import { askServer } from './ask-server.ts';
import type { Exchange, ServerAddress } from './exchange.ts';
import { plainName, rcodeOf } from '../wire/dns-message.ts';
import type { AskedQuestion, DnsResolver, LookUp, LookUpFailure, LookUpResult } from '../port.ts';
import { isPublicAddress } from '../public-internet/public-address.ts';
import { type Reply, readReply } from './read-reply.ts';

export type ResolverOptions = {
  /** Whom to ask first, one after the other: resolvers, or name servers that refer us on. */
  servers: readonly ServerAddress[];
  /** How long one question may take; 1.5 s by default. Each server is asked twice. */
  questionTimeoutMs?: number;
  /** How long a look-up may take in all; 8 s by default. */
  timeLimitMs?: number;
  /** The port of servers that we are referred to: 53 but in tests. */
  delegatedPort?: number;
  /** Which servers we may be referred to; public addresses by default, so that nobody's zone makes us talk to machines inside. */
  mayAsk?: (address: string) => boolean;
};

const TRIES = 2;
const REFERRALS_MAXIMUM = 12;
const ALIASES_MAXIMUM = 8;
const NAME_SERVERS_MAXIMUM = 6;
/** Far more than any honest delegation needs: whoever names six servers that each lead to six others has us ask strangers without end. */
const QUESTIONS_MAXIMUM = 100;

type Search = { asked: AskedQuestion[]; deadline: number; openNames: Set<string> };
type Place = { servers: readonly ServerAddress[]; zoneName: string | null };
type Step = { reply: Reply } | { failure: LookUpFailure };

/** A resolver that follows referrals by itself and keeps what was asked of whom. */
export function createResolver(options: ResolverOptions): DnsResolver {
  return new FollowingResolver(options);
}

class FollowingResolver implements DnsResolver {
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
    const name = plainName(text);
    const search: Search = {
      asked: [],
      deadline: performance.now() + this.#settings.timeLimitMs,
      openNames: new Set(),
    };
    return { name, type, result: await this.#resolve(name, type, search), asked: search.asked };
  }

  async #resolve(name: string, type: RecordType, search: Search): Promise<LookUpResult> {
    const aliases: string[] = [];
    let place: Place = { servers: this.#settings.servers, zoneName: null };
    let current = name;
    for (let steps = 0; steps < REFERRALS_MAXIMUM + ALIASES_MAXIMUM; steps += 1) {
      const step = await this.#askPlace(place, current, type, search);
      if ('failure' in step) return { kind: step.failure };
      const { reply } = step;
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
          place = { servers: this.#settings.servers, zoneName: null };
          break;
        case 'delegated': {
          const next = await this.#placeOf(reply, place, search);
          if ('kind' in next) return next;
          place = next;
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

  /** Where a referral leads: nearer to the name each time, else the servers send us in a circle. */
  async #placeOf(
    reply: Reply & { kind: 'delegated' },
    from: Place,
    search: Search,
  ): Promise<Place | { kind: LookUpFailure }> {
    const { zoneName, nameServers, addresses } = reply;
    const { mayAsk, delegatedPort } = this.#settings;
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
    const allowed = found.filter(mayAsk).map((address): ServerAddress => ({ address, port: delegatedPort }));
    return allowed.length > 0 ? { servers: allowed, zoneName } : { kind: failure };
  }

  async #addressesOf(host: string, search: Search): Promise<LookUpResult> {
    // Its address is being looked for already: the way to the server leads over the server.
    if (search.openNames.has(host)) return { kind: 'delegation-loop' };
    search.openNames.add(host);
    const result = await this.#resolve(host, 'A', search);
    const both = result.kind === 'no-data' ? await this.#resolve(host, 'AAAA', search) : result;
    search.openNames.delete(host);
    return both;
  }

  /** Asks the servers of a place one after the other until one comes to an answer; else why the last one did not. */
  async #askPlace(place: Place, name: string, type: RecordType, search: Search): Promise<Step> {
    let failure: LookUpFailure = 'timed-out';
    for (let tries = 0; tries < TRIES; tries += 1) {
      for (const server of place.servers) {
        const timeoutMs = Math.min(this.#settings.questionTimeoutMs, search.deadline - performance.now());
        if (timeoutMs <= 0) return { failure: 'timed-out' };
        if (search.asked.length >= QUESTIONS_MAXIMUM) return { failure: 'delegation-loop' };
        const exchange = await askServer(server, { name, type, isRecursive: place.zoneName === null, timeoutMs });
        search.asked.push({
          server: `${server.address}:${server.port}`,
          name,
          type,
          transport: exchange.transport,
          outcome: outcomeOf(exchange),
        });
        const read = stepOf(exchange, name, type, place);
        if ('reply' in read) return read;
        failure = read.failure;
      }
      // What a server says will not change by asking at once again; silence may have been a lost packet.
      if (failure !== 'timed-out') break;
    }
    return { failure };
  }
}

function stepOf(exchange: Exchange, name: string, type: RecordType, place: Place): Step {
  if (exchange.kind !== 'answer') {
    if (exchange.kind === 'garbled') return { failure: 'garbled' };
    // The answer was there and did not fit; only the second way failed.
    return { failure: exchange.transport === 'tcp' ? 'truncated' : 'timed-out' };
  }
  const reply = readReply(exchange.message, name, type);
  if (reply.kind === 'server-failure' || reply.kind === 'garbled') return { failure: reply.kind };
  // A server that a delegation names and that won't answer for the zone is lame; one of ours just says no.
  if (reply.kind === 'refused') return { failure: place.zoneName === null ? 'refused' : 'lame' };
  if (reply.kind === 'not-authoritative') return { failure: 'lame' };
  return { reply };
}

function outcomeOf(exchange: Exchange): string {
  if (exchange.kind !== 'answer') return exchange.kind;
  const { answers = [] } = exchange.message;
  return `${rcodeOf(exchange.message)} ${answers.length}`;
}
