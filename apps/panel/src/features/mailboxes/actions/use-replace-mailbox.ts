import type { MailAccount } from '@postern/contract/mailboxes';
import { useKeyedCall } from '../../../lib/forms/use-single-call.ts';
import { queryClient } from '../../../lib/http/query-client.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { currentPlanQuery } from '../../subscriptions/queries.ts';
import type { CreatedMailbox } from '../create/use-create-mailbox.ts';
import { type NewMailbox, replaceMailboxMutation } from '../queries.ts';

/** Replaces the last mailbox, once, however often the button is pressed. */
export function useReplaceMailbox(former: MailAccount, onCreated: (created: CreatedMailbox) => void) {
  const { bundleId = '', domain = '' } = useSession();
  const { run, pending, error } = useKeyedCall(
    replaceMailboxMutation(bundleId),
    (account, { replacement: { password } }) => onCreated({ account, password }),
  );
  const readOrderId = async () => {
    const plan = await queryClient.ensureQueryData(currentPlanQuery(bundleId, domain));
    return plan.mailSuiteDetails?.orderId ?? '';
  };
  function replace({ isAdmin: _locked, ...mailbox }: NewMailbox) {
    run({ replacement: { bundleId, oldAccountId: former.id, ...mailbox }, former: former.email, readOrderId });
  }
  return { replace, pending, failure: error };
}
