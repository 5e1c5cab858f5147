import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { prepareFirstSteps } from '../first-steps/panel.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { readView } from './mailbox-view.ts';
import { mailboxListQuery, shortenLongLists } from './queries.ts';

/** Starts reading what the screen shows first: the list for the search in the address, and the plan with its counts. */
export async function prepareMailboxes(): Promise<void> {
  const { bundleId = '', domain = '' } = readSession();
  const asked = Object.fromEntries(new URLSearchParams(window.location.search));
  shortenLongLists(bundleId);
  await Promise.all([
    prepareFirstSteps(bundleId),
    queryClient.prefetchInfiniteQuery(mailboxListQuery(bundleId, asked['q'] ?? '', readView(asked))),
    queryClient.prefetchQuery(currentPlanQuery(bundleId, domain)),
  ]);
}
