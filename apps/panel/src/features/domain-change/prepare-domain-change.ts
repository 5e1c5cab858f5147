import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { domainChangeQuery } from './queries.ts';

/** Starts reading the progress of a change. */
export const prepareDomainChange = (): Promise<void> =>
  queryClient.prefetchQuery(domainChangeQuery(readSession().bundleId ?? ''));
