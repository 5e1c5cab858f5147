import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { domainConnectionQuery } from './queries.ts';

/** Starts reading what is known of the domain. */
export const prepareDomain = (): Promise<void> =>
  queryClient.prefetchQuery(domainConnectionQuery(readSession().bundleId ?? ''));
