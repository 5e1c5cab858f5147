import type { MailAccount } from '@postern/contract/mailboxes';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryClient } from '../../../lib/http/query-client.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { useSubmitKey } from '../../../lib/forms/use-submit-key.ts';
import { currentPlanQuery } from '../../subscriptions/queries.ts';
import { type NewMailbox, replaceMailboxMutation } from '../queries.ts';
import type { CreatedMailbox } from '../create/use-create-mailbox.ts';

/** Replaces the last mailbox, once, however often the button is pressed. */
export function useReplaceMailbox(former: MailAccount, onCreated: (created: CreatedMailbox) => void) {
  const { bundleId = '', domain = '' } = useSession();
  const { mutate, isPending, error } = useMutation(replaceMailboxMutation(bundleId));
  const submitKey = useSubmitKey();
  const running = useRef(false);
  const readOrderId = async () => {
    const plan = await queryClient.ensureQueryData(currentPlanQuery(bundleId, domain));
    return plan.mailSuiteDetails?.orderId ?? '';
  };
  function replace({ isAdmin: _locked, ...mailbox }: NewMailbox) {
    if (running.current) return;
    running.current = true;
    const replacement = { bundleId, oldAccountId: former.id, ...mailbox };
    mutate(
      { replacement, former: former.email, readOrderId, idempotencyKey: submitKey.keyFor(replacement) },
      {
        onSuccess: (account) => onCreated({ account, password: mailbox.password }),
        onSettled: (_, failure) => {
          running.current = false;
          submitKey.settle(failure);
        },
      },
    );
  }
  return { replace, pending: isPending, failure: error };
}
