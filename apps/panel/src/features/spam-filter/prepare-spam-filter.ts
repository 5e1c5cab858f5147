import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { spamFilterQuery } from './queries.ts';

/** Starts reading the level that the screen shows. */
export const prepareSpamFilter = (): Promise<void> =>
  queryClient.prefetchQuery(spamFilterQuery(readSession().bundleId ?? ''));
