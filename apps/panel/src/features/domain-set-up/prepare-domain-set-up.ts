import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';

/** Starts reading the result of the last check. */
export const prepareDomainSetUp = (): Promise<void> =>
  queryClient.prefetchQuery(domainConnectionQuery(readSession().bundleId ?? ''));
