import { isFramed } from '../../../lib/frame/frame.ts';
import { PATHS } from '../../../lib/paths.ts';
import { readItem, removeItem, writeItem } from '../../../lib/store/storage.ts';

/** What a window needs for a sign-in. The secret is enough to finish it, so it goes to our own origin only. ADR 107. */
export type SignInErrand = { url: string; browserSecret: string };

/** The messages between the panel and the window that it opened. */
const READY = 'postern.import-sign-in.ready';
const GO = 'postern.import-sign-in.go';

const SECRET = 'postern.importSignInSecret';
const RETURN = 'postern.importSignInReturn';
const BACK = 'postern.importSignedIn';
const SIZE = 'popup,width=540,height=720';

/** Opens the window at an address of our own; null if the browser blocks it. Only in a click, or every browser does. */
export const openWindow = (): Window | null =>
  window.open(isFramed() ? `${PATHS.importSignIn}?from=frame` : PATHS.importSignIn, 'postern-import-sign-in', SIZE);

/** Hands the errand to the window once it asks for it. Returns what stops waiting for that. */
export function sendOnErrand(opened: Window, errand: Promise<SignInErrand>): () => void {
  const listen = (event: MessageEvent) => {
    if (event.source !== opened || event.origin !== window.location.origin || typeOf(event) !== READY) return;
    void errand.then(
      ({ url, browserSecret }) => opened.postMessage({ type: GO, url, browserSecret }, window.location.origin),
      () => opened.close(),
    );
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

/** In the opened window: asks for the errand. Only a window of our own origin that opened this one is listened to. */
export function askForErrand(onErrand: (errand: SignInErrand) => void): () => void {
  const opener = window.opener as Window | null;
  const listen = (event: MessageEvent) => {
    if (opener === null || event.source !== opener || event.origin !== window.location.origin) return;
    const { url, browserSecret } = event.data as Partial<SignInErrand>;
    if (typeOf(event) === GO && typeof url === 'string' && typeof browserSecret === 'string')
      onErrand({ url, browserSecret });
  };
  window.addEventListener('message', listen);
  opener?.postMessage({ type: READY }, window.location.origin);
  return () => window.removeEventListener('message', listen);
}

const typeOf = ({ data }: MessageEvent): unknown =>
  typeof data === 'object' && data !== null ? (data as { type?: unknown }).type : undefined;

/** The secret stays with this tab, which goes to the provider and comes back. */
export const keepSecret = (browserSecret: string): void => writeItem('session', SECRET, browserSecret);

/** Takes the secret; the next call gets none. */
export function takeSecret(): string | null {
  const secret = readItem('session', SECRET);
  removeItem('session', SECRET);
  return secret;
}

type Return = { signInId: string; path: string };

/** Where this tab was, if it goes to the provider itself. */
export const keepReturn = (to: Return): void => writeItem('session', RETURN, JSON.stringify(to));

/** Takes it back, and keeps the sign-in for the screen that it leads to. Null in a window of its own. */
export function takeReturn(): string | null {
  const kept = readItem('session', RETURN);
  removeItem('session', RETURN);
  if (kept === null) return null;
  const { signInId, path } = JSON.parse(kept) as Return;
  writeItem('session', BACK, signInId);
  return path;
}

/** The sign-in that this tab came back from; the next call gets none. */
export function takeSignedIn(): string | null {
  const signInId = readItem('session', BACK);
  removeItem('session', BACK);
  return signInId;
}
