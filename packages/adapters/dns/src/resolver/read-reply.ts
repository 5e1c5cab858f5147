import type { RecordType } from '@postern/domain/dns';
import type { Answer, DecodedPacket } from 'dns-packet';
import { plainName, rcodeOf, toValue } from '../wire/dns-message.ts';

const ALIASES_MAXIMUM = 8;
const NEGATIVE_TTL_SECONDS = 60;

/** What a server's reply says about a name and type. `delegated` names the zone and its servers. */
export type Reply =
  | { kind: 'found'; values: string[]; ttlSeconds: number; aliases: string[] }
  | { kind: 'no-data' | 'no-such-name'; ttlSeconds: number; aliases: string[] }
  | { kind: 'aliased'; aliases: string[]; ttlSeconds: number }
  | { kind: 'delegated'; zoneName: string; nameServers: string[]; addresses: Map<string, string[]> }
  | { kind: 'alias-loop' | 'server-failure' | 'refused' | 'garbled' | 'not-authoritative' };

/** Reads a reply: follows its aliases from the name in the query, and tells an answer from a referral. */
export function readReply(message: DecodedPacket, name: string, type: RecordType): Reply {
  const rcode = rcodeOf(message);
  if (rcode === 'REFUSED') return { kind: 'refused' };
  if (rcode === 'SERVFAIL') return { kind: 'server-failure' };
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return { kind: 'garbled' };
  const followed = followAliases(message.answers ?? [], name, type);
  if (!followed) return { kind: 'alias-loop' };
  const { aliases, end, aliasTtlSeconds } = followed;
  const found = recordsOf(message.answers ?? [], end, type);
  const values = found.map(toValue).filter((value) => value !== null);
  if (values.length > 0)
    return { kind: 'found', values, aliases, ttlSeconds: Math.min(aliasTtlSeconds, ...found.map(ttlOf)) };
  const soa = (message.authorities ?? []).find((each) => each.type === 'SOA');
  // How long a negative answer may be cached. RFC 2308 §5.
  const negativeTtl =
    soa?.type === 'SOA' ? Math.min(ttlOf(soa), soa.data.minimum ?? NEGATIVE_TTL_SECONDS) : NEGATIVE_TTL_SECONDS;
  const ttlSeconds = Math.min(aliasTtlSeconds, negativeTtl);
  if (rcode === 'NXDOMAIN') return { kind: 'no-such-name', aliases, ttlSeconds };
  if (soa) return { kind: 'no-data', aliases, ttlSeconds };
  // A server that doesn't recurse leaves the rest of the aliases to us.
  if (aliases.length > 0)
    return message.flag_ra ? { kind: 'no-data', aliases, ttlSeconds } : { kind: 'aliased', aliases, ttlSeconds };
  const referral = message.flag_ra ? null : referralIn(message, name);
  return (
    referral ?? { kind: message.flag_aa || message.flag_ra ? 'no-data' : 'not-authoritative', aliases, ttlSeconds }
  );
}

function followAliases(
  answers: Answer[],
  name: string,
  type: RecordType,
): { aliases: string[]; end: string; aliasTtlSeconds: number } | null {
  const aliases: string[] = [];
  let end = name;
  let aliasTtlSeconds = Number.POSITIVE_INFINITY;
  while (type !== 'CNAME') {
    const [alias] = recordsOf(answers, end, 'CNAME');
    if (alias?.type !== 'CNAME') break;
    end = plainName(alias.data);
    if (end === name || aliases.includes(end) || aliases.length >= ALIASES_MAXIMUM) return null;
    aliases.push(end);
    aliasTtlSeconds = Math.min(aliasTtlSeconds, ttlOf(alias));
  }
  return { aliases, end, aliasTtlSeconds };
}

function referralIn(message: DecodedPacket, name: string): Reply | null {
  const servers = (message.authorities ?? []).filter((each) => each.type === 'NS');
  const [first] = servers;
  const zoneName = first ? plainName(first.name) : null;
  if (zoneName === null || !isWithin(name, zoneName)) return null;
  const nameServers = servers.flatMap((each) => (each.type === 'NS' ? [plainName(each.data)] : []));
  const addresses = new Map<string, string[]>();
  for (const each of message.additionals ?? []) {
    // Only addresses within the zone are believed (glue); others could be forged.
    const host = plainName(each.name);
    if ((each.type !== 'A' && each.type !== 'AAAA') || !isWithin(host, zoneName)) continue;
    addresses.set(host, [...(addresses.get(host) ?? []), each.data]);
  }
  return { kind: 'delegated', zoneName, nameServers, addresses };
}

/** Whether a name is a zone's own or lies below it; '' is the root. */
export function isWithin(name: string, zoneName: string): boolean {
  return zoneName === '' || name === zoneName || name.endsWith(`.${zoneName}`);
}

function recordsOf(answers: Answer[], name: string, type: RecordType): Answer[] {
  return answers.filter((each) => each.type === type && plainName(each.name) === name);
}

function ttlOf(answer: Answer): number {
  return 'ttl' in answer ? Number(answer.ttl ?? 0) : 0;
}
