import { type DomainAction, mayWithDomain } from '@postern/domain/domain-connection';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';

/** Only who may by its role goes on; others are told to ask their admin. Spec 2 §6. */
export function assertMayWithDomain(actor: SessionActor, action: DomainAction): void {
  if (!mayWithDomain(actor.role, action)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
