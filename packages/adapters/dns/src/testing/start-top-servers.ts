import packet, { type Answer, type DecodedPacket, type Packet } from 'dns-packet';
import { type DnsServer, startDnsServer } from '../server/dns-server.ts';

const NXDOMAIN = 3;
const TTL_SECONDS = 60;

export type TopServers = DnsServer & {
  /** Which loopback address answers for a domain; a name that isn't here isn't registered. */
  delegations: Map<string, string>;
};

/** The name server of every top-level domain: it knows who answers for a domain, and no record of one. */
export async function startTopServers(host: string, port: number): Promise<TopServers> {
  const delegations = new Map<string, string>();
  const server = await startDnsServer({ host, port, answer: (query) => answerFor(query, host, delegations) });
  return { ...server, delegations };
}

function answerFor(query: DecodedPacket, host: string, delegations: ReadonlyMap<string, string>): Packet {
  const [question] = query.questions ?? [];
  const name = question?.name.toLowerCase() ?? '';
  const reply = (flags: number, rest: Partial<Packet>): Packet => ({
    ...{ type: 'response', id: query.id, flags, questions: query.questions ?? [] },
    ...rest,
  });
  const top = name.slice(name.lastIndexOf('.') + 1);
  const own = `ns.${top}`;
  const record = (type: 'NS' | 'A', owner: string, data: string) =>
    ({ type, name: owner, ttl: TTL_SECONDS, data }) as Answer;
  const authoritative = (answers: Answer[]) => reply(packet.AUTHORITATIVE_ANSWER, { answers });
  if (name === top && question?.type === 'NS') return authoritative([record('NS', top, own)]);
  if (name === own && question?.type === 'A') return authoritative([record('A', own, host)]);
  const [, named] = /^ns-([\d-]+)\.[a-z]+$/.exec(name) ?? [];
  if (named !== undefined && question?.type === 'A')
    return authoritative([record('A', name, named.replaceAll('-', '.'))]);
  const domain = [...delegations.keys()].find((each) => name === each || name.endsWith(`.${each}`));
  const address = domain === undefined ? undefined : delegations.get(domain);
  if (domain === undefined || address === undefined) return reply(packet.AUTHORITATIVE_ANSWER | NXDOMAIN, {});
  return reply(0, { authorities: [record('NS', domain, `ns-${address.replaceAll('.', '-')}.${top}`)] });
}
