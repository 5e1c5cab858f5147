import { askServer } from './ask-server.ts';
import type { ServerAddress } from './exchange.ts';

const TIMEOUT_MS = 3_000;

/**
 * The DS records that a zone's parent has for it, as `key tag, algorithm, digest type, digest`: they make resolvers refuse every answer that
 * isn't signed with that key. Null: no resolver said, so there may be some (ADR 18).
 */
export async function readParentDs(resolvers: readonly ServerAddress[], zoneName: string): Promise<string[] | null> {
  for (const resolver of resolvers) {
    const query = { name: zoneName, type: 'DS', isRecursive: true, timeoutMs: TIMEOUT_MS } as const;
    const exchange = await askServer(resolver, query);
    if (exchange.kind !== 'answer') continue;
    const { rcode, answers = [] } = exchange.message as typeof exchange.message & { rcode: string };
    if (rcode === 'NXDOMAIN') return [];
    if (rcode !== 'NOERROR') continue;
    return answers.flatMap((answer) => {
      if (answer.type !== 'DS') return [];
      const { keyTag, algorithm, digestType, digest } = answer.data;
      return [`${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`];
    });
  }
  return null;
}
