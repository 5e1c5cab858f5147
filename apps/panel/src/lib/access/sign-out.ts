import { signOut } from '@postern/contract/session';
import { call } from '../http/api-client.ts';
import { text } from '../i18n/texts.ts';
import { forgetBulkSelection } from '../lists/bulk-selection.ts';
import { loadChunk } from '../reload/chunk-errors.ts';
import { clearSession, hasToken } from '../session/session-store.ts';
import { currentSession, tellTabsSignedOut } from '../session/session-tabs.ts';
import { isVisiting } from '../session/visit.ts';
import { showToast } from '../toasts.ts';

/**
 * `afresh` reloads the page, so that nothing of the session stays in memory; `here` keeps the toast that tells the person why;
 * `failed` shows the login failure screen, for a start inside another page's frame.
 */
export type SignOutKind = 'afresh' | 'here' | 'failed';

/** Spec 1 §9: the message of an automatic sign-in stays for two seconds only. */
const AUTO_LOGIN_TOAST_MS = 2000;

let goToLogin: (how: SignOutKind) => void = () => {};
/** Sets what happens to the screen after a sign-out; called once when the panel starts. */
export const handleSignedOut = (handler: (how: SignOutKind) => void): void => {
  goToLogin = handler;
};

let holds = 0;
let putOff: (() => void) | null = null;

/** Delays a forced sign-out while the screen shows something that is shown only once. Returns the function that lets it continue. */
export function delaySignOut(): () => void {
  holds += 1;
  return () => {
    holds -= 1;
    if (holds > 0) return;
    putOff?.();
    putOff = null;
  };
}

/** Forgets the session in every tab and leaves the signed-in screens, without asking the server. */
export function forceSignOut(reason: string | null, how: 'here' | 'failed' = 'here'): void {
  if (!hasToken()) return;
  if (holds > 0) {
    putOff = () => forceSignOut(reason, how);
    return;
  }
  leave(how);
  if (reason !== null)
    showToast(reason, { kind: 'error', ...(how === 'failed' ? { durationMs: AUTO_LOGIN_TOAST_MS } : {}) });
}

function leave(how: SignOutKind): void {
  const session = currentSession();
  clearSession();
  if (session) tellTabsSignedOut(session);
  goToLogin(how);
}

/** Ends the session on the server first. If that fails the session is still open, so the person stays and sees why. Spec 1 §8. */
export async function signOutHere(): Promise<void> {
  try {
    // A visit ends for the supporter and the owner; the supporter's own session continues.
    if (isVisiting()) await endThisVisit();
    else await call(signOut, {});
  } catch {
    if (hasToken()) showToast(text('app.logoutFailed'), { kind: 'error' });
    return;
  }
  // The addresses must not stay in the tab for whoever uses it next.
  forgetBulkSelection();
  leave('afresh');
}

/** Few sessions are visits, so its call loads only here. */
async function endThisVisit(): Promise<void> {
  const { endVisit } = await loadChunk(() => import('@postern/contract/support-visits'));
  await call(endVisit, {});
}
