import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { appPasswordsQuery } from '../app-passwords/queries.ts';
import { erasureQuery } from '../customer-data/queries.ts';
import { signInsQuery } from '../sign-in-history/queries.ts';
import { totpQuery } from '../two-factor/queries.ts';

/** Starts reading what the screen shows. */
export async function prepareSecurity(): Promise<void> {
  const { loginEmail = '', accountId, bundleId = '' } = readSession();
  await Promise.all([
    queryClient.prefetchQuery(totpQuery(loginEmail)),
    accountId === undefined ? null : queryClient.prefetchQuery(appPasswordsQuery(loginEmail)),
    queryClient.prefetchInfiniteQuery(signInsQuery(bundleId, loginEmail)),
    accountId === undefined ? queryClient.prefetchQuery(erasureQuery(loginEmail)) : null,
  ]);
}
