import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';
import { mailServersQuery } from './queries.ts';

/** Starts reading what both screens show. */
export async function prepareClientSetup(): Promise<void> {
  const { bundleId = '' } = readSession();
  await Promise.all([
    queryClient.prefetchQuery(mailServersQuery(bundleId)),
    queryClient.prefetchQuery(mailboxChoicesQuery(bundleId, '')),
  ]);
}
