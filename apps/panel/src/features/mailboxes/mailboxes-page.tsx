import type { MailAccount } from '@postern/contract/mailboxes';
import { matchesSearch } from '@postern/domain/mailboxes';
import { useState } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { AskYourAdmin } from '../../lib/session/ask-your-admin.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useView } from '../../lib/frame/view.ts';
import { MailboxActionsContext } from './actions/mailbox-dialog.ts';
import { MailboxesBody } from './list/mailboxes-body.tsx';
import { MailboxesHeader } from './list/mailboxes-header.tsx';
import { PhoneAction } from './list/phone-action.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { SelectionContext } from './list/selection.ts';
import { useCreation } from './create/use-creation.ts';
import { useMailboxDialogs } from './actions/use-mailbox-dialogs.ts';
import { useMailboxList } from './list/use-mailbox-list.ts';
import { useMailboxSearch } from './list/use-mailbox-search.ts';
import { useSelection } from './list/use-selection.ts';

const loadDialogs = () => import('./create/creation-dialogs.tsx');
const loadMailboxDialogs = () => import('./actions/mailbox-dialogs.tsx');

/** Everyone at the domain who sends and receives mail. Spec 2 §2, Email accounts list. */
export function MailboxesPage() {
  const t = useText();
  const { domain = '' } = useSession();
  const { modalsArePages } = useView();
  const search = useMailboxSearch();
  const list = useMailboxList(search.wanted);
  const creation = useCreation(list);
  // The form comes down behind the list, which doesn't wait for it.
  const dialogs = usePart(loadDialogs, creation.isOpen ? 'now' : list.isLoading ? 'later' : 'soon');
  const about = useMailboxDialogs();
  const mailboxDialogs = usePart(loadMailboxDialogs, about.isOpen ? 'now' : list.isLoading ? 'later' : 'soon');
  const [markedId, setMarkedId] = useState<string | null>(null);
  const selection = useSelection(search.wanted);

  function reveal(created: MailAccount | null) {
    if (!created) return;
    if (!matchesSearch(search.wanted, created)) search.type('');
    setMarkedId(created.id);
  }
  if (hasCode(list.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('mailboxes.notAdmin.text', { domain })} />;
  // An empty list has its own button, in the middle.
  const isEmpty = list.total === 0 && search.wanted === '' && !list.isOutdated;
  return (
    <MailboxActionsContext value={about.actions}>
      <div hidden={modalsArePages && (creation.isOpen || about.isOpen)}>
        <MailboxesHeader
          plan={creation.plan}
          onCreate={isEmpty ? null : creation.open}
          canCreateMany={selection.isAllowed}
        />
        <SelectionContext value={selection.rows}>
          <MailboxesBody
            list={list}
            search={search}
            isEmpty={isEmpty}
            onCreate={creation.open}
            markedId={markedId}
            onMarkSeen={() => setMarkedId(null)}
            selection={selection}
          />
        </SelectionContext>
        {selection.isOpen && !isEmpty && <SelectionBar list={list} selection={selection} />}
        {!isEmpty && !selection.isOpen && <PhoneAction onCreate={creation.open} />}
      </div>
      {dialogs && <dialogs.CreationDialogs creation={creation} onClosed={reveal} />}
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
