import type { MailAccount } from '@postern/contract/mailboxes';
import { useSession } from '../../lib/session/session-store.ts';

/** Whether the viewer is signed in with this mailbox. */
export function useIsOwnMailbox({ id }: Pick<MailAccount, 'id'>): boolean {
  return useSession().accountId === id;
}
