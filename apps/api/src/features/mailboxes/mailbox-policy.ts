import { type MailboxAction, mayWithMailboxes } from '@postern/domain/mailboxes';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';

/** Only who may by its role goes on; others are told to ask their admin. Spec 2 §6. */
export function assertMay(actor: SessionActor, action: MailboxAction): void {
  if (!mayWithMailboxes(actor.role, action)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
