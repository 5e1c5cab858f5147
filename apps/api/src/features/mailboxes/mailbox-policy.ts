import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';

/** Only admins see and change the domain's mailboxes; others are told to ask theirs. Spec 2 §6. */
export function assertManagesMailboxes(actor: SessionActor): void {
  if (actor.role !== 'domainAdmin') throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
