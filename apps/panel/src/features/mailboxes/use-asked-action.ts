import type { MailAccount } from '@postern/contract/mailboxes';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { actionsFor } from './actions/mailbox-actions.ts';
import type { MailboxActions } from './mailbox-dialog.ts';

/**
 * Opens the dialog that the address asks for (`?act=`), about the mailbox that its search finds, once. The dialog asks before anything happens,
 * so an address can't do it.
 */
export function useAskedAction(mailboxes: readonly MailAccount[], actions: MailboxActions, isReady: boolean): void {
  const navigate = useNavigate();
  const { act, q } = useSearch({ strict: false }) as { act?: string; q?: string };
  const mailbox = mailboxes.find(({ email }) => email === q);
  const open = useEffectEvent(() => {
    void navigate({ to: '.', search: (former: object) => ({ ...former, act: undefined }), replace: true });
    const kind =
      mailbox &&
      actionsFor(mailbox, actions)
        .flat()
        .find((each) => each === act);
    if (mailbox && kind) actions.open(kind, mailbox);
  });
  useEffect(() => {
    if (act !== undefined && isReady) open();
  }, [act, isReady]);
}
