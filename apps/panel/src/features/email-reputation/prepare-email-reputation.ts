import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { dkimKeysQuery } from '../dkim/queries.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';

/** Starts reading what the screen shows. */
export async function prepareEmailReputation(): Promise<void> {
  const { bundleId = '' } = readSession();
  await Promise.all([
    queryClient.prefetchQuery(domainConnectionQuery(bundleId)),
    queryClient.prefetchQuery(dkimKeysQuery(bundleId)),
  ]);
}
