import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { catchAllQuery } from './queries.ts';

/** Starts reading what the screen shows. */
export const prepareCatchAll = (): Promise<void> =>
  queryClient.prefetchQuery(catchAllQuery(readSession().bundleId ?? ''));
