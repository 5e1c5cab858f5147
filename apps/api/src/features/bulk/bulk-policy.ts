import { mayInBulk } from '@postern/domain/bulk';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';

/** Only admins of the domain go on; others are told to ask theirs. Spec 2 §6. */
export function assertMayInBulk({ role }: SessionActor): void {
  if (!mayInBulk(role)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
