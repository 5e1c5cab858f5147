import { mayUseAppPasswords } from '@postern/domain/app-passwords';
import type { MailboxKey } from '../../db/bundle-key.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';

/** The mailbox that the caller signed in with; nobody else's app passwords are seen or made. */
export function assertOwnMailbox({ role, customerId, bundleId, mailboxId }: SessionActor): MailboxKey {
  if (!mayUseAppPasswords(role, mailboxId)) throw new PanelError('NOT_AUTHORIZED');
  return { customerId, bundleId, mailboxId };
}
