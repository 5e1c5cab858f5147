import { PanelError } from './panel-error.ts';

/** Throws if the caller's role doesn't allow the call. The error tells the person to ask the domain's admin. Spec 2 §6. */
export function assertMay(isAllowed: boolean): void {
  if (!isAllowed) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
