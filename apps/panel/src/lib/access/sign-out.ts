import { signOut } from '@postern/contract/session';
import { call } from '../http/api-client.ts';
import { text } from '../i18n/texts.ts';
import { clearSession, hasToken } from '../session/session-store.ts';
import { tellTabsSignedOut } from '../session/session-tabs.ts';
import { showToast } from '../toasts.ts';

/**
 * `afresh` loads the page anew, so that nothing of the session stays in memory; `here` keeps what is being said to the person;
 * `failed` shows the login failure screen, for a start inside another page's frame.
 */
export type Leaving = 'afresh' | 'here' | 'failed';

/** Spec 1 §9: what an automatic sign-in says stays for two seconds only. */
const AUTO_LOGIN_TOAST_MS = 2000;

let goToLogin: (how: Leaving) => void = () => {};
/** What leaving does to the screen; set once when the panel starts. */
export const handleSignedOut = (handler: (how: Leaving) => void): void => {
  goToLogin = handler;
};

let holds = 0;
let putOff: (() => void) | null = null;

/** What stands on the screen once and nowhere else is read to its end, though the session has ended: signing out waits until it is let go. */
export function holdSignOut(): () => void {
  holds += 1;
  return () => {
    holds -= 1;
    if (holds > 0) return;
    putOff?.();
    putOff = null;
  };
}

/** Forgets the session in every tab and leaves the signed-in screens, whatever the server says. */
export function forceSignOut(reason: string, how: 'here' | 'failed' = 'here'): void {
  if (!hasToken()) return;
  if (holds > 0) {
    putOff = () => forceSignOut(reason, how);
    return;
  }
  leave(how);
  showToast(reason, { kind: 'error', ...(how === 'failed' ? { durationMs: AUTO_LOGIN_TOAST_MS } : {}) });
}

function leave(how: Leaving): void {
  clearSession();
  tellTabsSignedOut();
  goToLogin(how);
}

/** Ends the session at the server first; when that fails it is still open, so the person stays and is told. Spec 1 §8. */
export async function signOutHere(): Promise<void> {
  try {
    await call(signOut, {});
  } catch {
    if (hasToken()) showToast(text('app.logoutFailed'), { kind: 'error' });
    return;
  }
  leave('afresh');
}
