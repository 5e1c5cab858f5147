import { mayUseAppPasswords } from '@postern/domain/app-passwords';
import type { MailboxKey } from '../../db/bundle-key.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';

/** The caller's own mailbox. Nobody may see or make the app passwords of another mailbox. */
export function assertOwnMailbox({ role, customerId, bundleId, mailboxId }: SessionActor): MailboxKey {
  if (!mayUseAppPasswords(role, mailboxId)) throw new PanelError('NOT_AUTHORIZED');
  return { customerId, bundleId, mailboxId };
}
