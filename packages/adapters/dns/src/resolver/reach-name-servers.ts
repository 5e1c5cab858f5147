import { askServer } from './ask-server.ts';
import type { ServerAddress } from './exchange.ts';

/** Three of the root servers, run by three organisations. Source: https://www.iana.org/domains/root/servers */
const ROOT_SERVERS: readonly ServerAddress[] = [
  { address: '198.41.0.4', port: 53 },
  { address: '193.0.14.129', port: 53 },
  { address: '199.7.83.42', port: 53 },
];

/** Whether at least one name server elsewhere answers us itself, within two seconds. */
export async function reachNameServers(servers = ROOT_SERVERS): Promise<{ ok: boolean; detail: string }> {
  const query = { name: 'net', type: 'NS', isRecursive: false, timeoutMs: 2_000 } as const;
  const exchanges = await Promise.all(servers.map((server) => askServer(server, query)));
  const answered = exchanges.filter(({ kind }) => kind === 'answer').length;
  return { ok: answered > 0, detail: `${answered} of ${servers.length} name servers answered on port 53` };
}
