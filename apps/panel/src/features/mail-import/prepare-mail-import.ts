import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { importsQuery } from './queries.ts';

/** Starts reading the list that the screen shows. */
export const prepareMailImport = (): Promise<void> =>
  queryClient.prefetchQuery(importsQuery(readSession().bundleId ?? ''));
