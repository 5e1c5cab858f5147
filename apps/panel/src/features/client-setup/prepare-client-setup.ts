import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { preparePart } from '../../lib/loading/use-part.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';
import { ownMailboxQuery } from '../welcome/queries.ts';
import { canShowPhoneCode, loadPhoneCode } from './phone-code.tsx';
import { mailServersQuery } from './queries.ts';

/** Starts reading what the screen shows. */
export async function prepareClientSetup(): Promise<void> {
  const session = readSession();
  const { bundleId = '' } = session;
  await Promise.all([
    queryClient.prefetchQuery(mailServersQuery(bundleId)),
    // The page goes without it if it can't be loaded.
    canShowPhoneCode() ? preparePart(loadPhoneCode).catch(() => undefined) : null,
    isMailboxUser(session)
      ? queryClient.prefetchQuery(ownMailboxQuery(bundleId))
      : queryClient.prefetchQuery(mailboxChoicesQuery(bundleId, '')),
  ]);
}
