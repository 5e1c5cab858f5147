import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pollUntil } from '@postern/testkit/poll-until';

export type HeldPowerDns = {
  /** The environment that makes a server publish to it. */
  env: Record<string, string>;
  /** How often a server has published this zone to it. */
  given: (zoneName: string) => number;
  /** Waits until a server has published this zone `times` times. */
  isGiven: (zoneName: string, times: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Stands in for PowerDNS: it takes every zone but never answers, so that a server keeps publishing until it is killed. */
export async function holdPublishing(): Promise<HeldPowerDns> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('[]');
    request.setEncoding('utf8').on('data', (text: string) => texts.push(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const given = (zoneName: string) => texts.filter((text) => text.includes(`"${zoneName}."`)).length;
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      POSTERN_DNS_BACKEND: 'powerdns',
      POSTERN_POWERDNS_URL: `http://127.0.0.1:${port}`,
      POSTERN_POWERDNS_KEY: 'key',
      POSTERN_NAME_SERVERS: 'ns1.panel.test,ns2.panel.test',
    },
    given,
    isGiven: (zoneName, times) =>
      pollUntil(() => given(zoneName) >= times, {
        timeoutMs: 30_000,
        onTimeout: () => `${zoneName} was not published ${times} times`,
      }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
