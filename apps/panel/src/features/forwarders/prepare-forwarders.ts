import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { forwardersQuery } from './queries.ts';

/** Starts reading the list that the screen shows. */
export const prepareForwarders = (): Promise<void> =>
  queryClient.prefetchQuery(forwardersQuery(readSession().bundleId ?? ''));
