import type { MailAccount } from '@postern/contract/mailboxes';
import { useSession } from '../../../lib/session/session-store.ts';
import type { loadFirstSteps, ShownSteps } from '../../first-steps/panel.ts';
import { knownMailboxes } from '../mailbox-cache.ts';
import { useMailboxActions } from '../mailbox-dialog.ts';

type Props = {
  part: Awaited<ReturnType<typeof loadFirstSteps>>;
  shown: ShownSteps;
  isEmpty: boolean;
  onCreate: () => void;
};

/** The first steps above the list, or in its place while it is empty. */
export function FirstStepsPlace({ part, shown, isEmpty, onCreate }: Props) {
  const { bundleId = '', loginEmail = '' } = useSession();
  const actions = useMailboxActions();
  const { mailboxes } = knownMailboxes(bundleId);
  const others = mailboxes.filter(({ email }) => email !== loginEmail);
  // The first mailbox is most likely the buyer's own, also if they ordered under another address.
  const hasTeam = mailboxes.length > 1;
  const newest = hasTeam ? others.reduce<MailAccount | null>(newerOf, null) : null;
  return (
    <part.FirstStepsCard
      shown={shown}
      isEmpty={isEmpty}
      onCreate={onCreate}
      onTell={newest && actions.canShareLogin ? () => actions.open('shareLogin', newest) : null}
      hasTeam={hasTeam}
    />
  );
}

const newerOf = (newest: MailAccount | null, each: MailAccount): MailAccount =>
  newest && newest.createdOnEpochMillis >= each.createdOnEpochMillis ? newest : each;
