import type { MailAccount } from '@postern/contract/mailboxes';
import { canShareLogin } from '@postern/domain/mailboxes';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRole } from '../../lib/access/use-role.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bundlesQuery } from '../session/queries.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { knownMailboxes } from './mailbox-cache.ts';
import type { MailboxActions, MailboxDialog, MailboxDialogKind } from './mailbox-dialog.ts';
import { mailboxFacts } from './mailbox-facts.ts';

/** Which dialog about which mailbox is open, and what the rows can ask for. */
export function useMailboxDialogs() {
  const { bundleId = '', domain = '' } = useSession();
  const role = useRole();
  const { data: createdAt } = useQuery({
    ...bundlesQuery,
    select: (bundles) => bundles.find((bundle) => bundle.bundleId === bundleId)?.createdAt,
  });
  const [now] = useState(Date.now);
  // A closing dialog keeps its content until it is out of sight; `turn` resets the next one.
  const [dialog, setDialog] = useState<(MailboxDialog & { turn: number }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isYoung = createdAt !== undefined && canShareLogin(Date.parse(createdAt), now);

  const actions = useMemo<MailboxActions>(() => {
    function open(kind: MailboxDialogKind, mailbox: MailAccount) {
      const plan = queryClient.getQueryData(currentPlanQuery(bundleId, domain).queryKey);
      const count = plan?.mailSuiteDetails?.noOfAccounts.active ?? null;
      const facts = mailboxFacts(mailbox, knownMailboxes(bundleId), count);
      setDialog((former) => ({ kind, mailbox, facts, turn: (former?.turn ?? 0) + 1 }));
      setOpen(true);
    }
    return { role, canShareLogin: isYoung, open };
  }, [role, isYoung, bundleId, domain]);
  return { actions, dialog, isOpen, close: () => setOpen(false) };
}
