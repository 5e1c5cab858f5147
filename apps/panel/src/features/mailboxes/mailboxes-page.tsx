import type { MailAccount } from '@postern/contract/mailboxes';
import { matchesSearch, mayWithMailboxes } from '@postern/domain/mailboxes';
import { useState } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { useRole } from '../../lib/access/use-role.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { loadFirstSteps, useFirstSteps } from '../first-steps/panel.ts';
import { useCreateDialog } from './create/use-create-dialog.ts';
import { FirstStepsPlace } from './list/first-steps-place.tsx';
import { MailWaits } from './list/mail-waits.tsx';
import { MailboxesBody } from './list/mailboxes-body.tsx';
import { MailboxesPageHeader } from './list/mailboxes-page-header.tsx';
import { PhoneCreateButton } from './list/phone-create-button.tsx';
import { SelectionContext } from './list/selection.ts';
import { SelectionBar } from './list/selection-bar.tsx';
import { useMailboxSearch } from './list/use-mailbox-search.ts';
import { useMailboxView } from './list/use-mailbox-view.ts';
import { useSelection } from './list/use-selection.ts';
import { MailboxActionsContext } from './mailbox-dialog.ts';
import { useAskedAction } from './use-asked-action.ts';
import { useMailboxDialogs } from './use-mailbox-dialogs.ts';
import { useMailboxList } from './use-mailbox-list.ts';

const loadDialogs = () => import('./create/create-dialogs.tsx');
const loadMailboxDialogs = () => import('./mailbox-dialogs.tsx');

/** Everyone at the domain who sends and receives mail. Spec 2 §2, Email accounts list. */
export function MailboxesPage() {
  const t = useText();
  const { domain = '' } = useSession();
  const isElsewhere = Boolean(usePartner().urls.createMailbox);
  const search = useMailboxSearch();
  const view = useMailboxView();
  const list = useMailboxList(search.wanted, view.wanted);
  const createDialog = useCreateDialog(list);
  // A phone that only shows the list isn't sent the dialogs.
  const dialogs = usePart(loadDialogs, createDialog.isOpen ? 'now' : 'onIntent');
  const about = useMailboxDialogs();
  useAskedAction(list.mailboxes, about.actions, !list.isLoading && !list.isOutdated);
  const mailboxDialogs = usePart(loadMailboxDialogs, about.isOpen ? 'now' : 'onIntent');
  const known = search.wanted === '' && !view.isFiltered && !list.isOutdated ? list.total : null;
  const mayCreate = mayWithMailboxes(useRole(), 'create');
  // They are for the customer who begins, not for a supporter.
  const beginning = useFirstSteps(known);
  const steps = mayCreate ? beginning : null;
  const part = usePart(loadFirstSteps, steps === null ? 'later' : 'now');
  // The list and the steps above it appear together, so that nothing moves.
  const isWaiting = steps !== null && (steps === 'waiting' || part === null);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const selection = useSelection(search.wanted, view.wanted, list.mailboxes);

  function reveal(created: MailAccount | null) {
    if (!created) return;
    if (!matchesSearch(search.wanted, created)) search.type('');
    if (view.isFiltered) view.clear();
    setMarkedId(created.id);
  }
  if (hasCode(list.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('mailboxes.notAdmin.text', { domain })} />;
  // An empty list has its own button in the middle.
  const isEmpty = list.total === 0 && search.wanted === '' && !view.isFiltered && !list.isOutdated;
  return (
    <MailboxActionsContext value={about.actions}>
      <MailboxesPageHeader
        plan={createDialog.plan}
        onCreate={isEmpty || !mayCreate ? null : createDialog.open}
        canCreateMany={selection.isAllowed && !isElsewhere}
        isBeginning={isEmpty && steps !== null}
      />
      {steps === null && <MailWaits />}
      {steps !== null && steps !== 'waiting' && part && !list.isLoading && (
        <FirstStepsPlace part={part} shown={steps} isEmpty={isEmpty} onCreate={createDialog.open} />
      )}
      <SelectionContext value={selection.rows}>
        <MailboxesBody
          list={list}
          search={search}
          view={view}
          isEmpty={isEmpty}
          isWaiting={isWaiting}
          hasSteps={steps !== null}
          onCreate={createDialog.open}
          markedId={markedId}
          onMarkSeen={() => setMarkedId(null)}
          selection={selection}
          canCreateMany={selection.isAllowed && !isElsewhere}
        />
      </SelectionContext>
      {selection.isOpen && !isEmpty && (
        <SelectionBar list={list} selection={selection} isSearch={search.wanted !== '' || view.isFiltered} />
      )}
      {!isEmpty && mayCreate && !selection.isOpen && <PhoneCreateButton onCreate={createDialog.open} />}
      {dialogs && <dialogs.CreateDialogs createDialog={createDialog} onClosed={reveal} />}
      {mailboxDialogs && about.dialog && (
        <mailboxDialogs.MailboxDialogs
          key={about.dialog.turn}
          {...about.dialog}
          open={about.isOpen}
          onClose={about.close}
          onCreated={reveal}
        />
      )}
    </MailboxActionsContext>
  );
}
