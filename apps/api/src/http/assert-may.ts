import { PanelError } from './panel-error.ts';

/** Refuses a call that the caller's role does not allow; the person is told to ask the domain's admin. Spec 2 §6. */
export function assertMay(isAllowed: boolean): void {
  if (!isAllowed) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
