import { LOCK, mayAnotherTabAnswer } from './other-tabs.ts';
import {
  clearSession,
  forgetSignedInHint,
  hasToken,
  readSession,
  SESSION_ITEMS,
  type SessionItems,
  subscribeToSession,
  writeSession,
} from './session-store.ts';

/** A tab in the background may be slow to answer. */
const WAIT_MS = 1000;
type TabMessage = { kind: 'ask' } | { kind: 'answer'; items: SessionItems } | { kind: 'signed-out'; session: string };

/** Session storage belongs to one tab, so tabs send each other messages: a new tab asks for the session, a sign-out ends it in all. */
let channel: BroadcastChannel | null = null;
let stopListening: () => void = () => {};
let onAnswer: ((items: SessionItems) => void) | null = null;

const send = (message: TabMessage): void => channel?.postMessage(message);

function readMessage(data: unknown): TabMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'ask') return { kind: 'ask' };
  if (data.kind === 'signed-out') return { kind: 'signed-out', session: 'session' in data ? String(data.session) : '' };
  if (data.kind !== 'answer' || !('items' in data) || typeof data.items !== 'object') return null;
  const given = (data.items ?? {}) as Record<string, unknown>;
  const items: SessionItems = {};
  for (const name of SESSION_ITEMS) if (typeof given[name] === 'string') items[name] = given[name];
  return { kind: 'answer', items };
}

let letGo: (() => void) | null = null;

function holdWhileSignedIn(): void {
  if (!hasToken()) {
    letGo?.();
    letGo = null;
  } else if (!letGo && 'locks' in navigator) {
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    navigator.locks.request(LOCK, { mode: 'shared' }, () => held).catch(() => {});
  }
}

/** A page has one listener: a new one replaces the previous one. */
export function listenToTabs(onSignedOut: () => void): () => void {
  stopListening();
  holdWhileSignedIn();
  const unsubscribe = subscribeToSession(holdWhileSignedIn);
  stopListening = unsubscribe;
  if (typeof BroadcastChannel === 'undefined') return stopListening;
  const own = new BroadcastChannel('postern.session');
  channel = own;
  own.onmessage = (event: MessageEvent<unknown>) => {
    const message = readMessage(event.data);
    if (message?.kind === 'ask' && hasToken()) send({ kind: 'answer', items: readSession() });
    if (message?.kind === 'answer') onAnswer?.(message.items);
    // Another tab may be signed in as another customer.
    if (message?.kind === 'signed-out' && message.session === currentSession()) {
      clearSession();
      onSignedOut();
    }
  };
  stopListening = () => {
    unsubscribe();
    own.close();
    if (channel === own) channel = null;
  };
  return stopListening;
}

/** Takes over the session of another tab. Doesn't wait if no other tab is signed in; without an answer there is no session. */
export async function askOtherTabs(): Promise<void> {
  if (hasToken() || !channel) return;
  const items = (await mayAnotherTabAnswer()) ? await askForSession() : null;
  // This tab may have been signed in by a link in the meantime.
  if (hasToken()) return;
  if (items?.authToken) writeSession(items);
  else forgetSignedInHint();
}

async function askForSession(): Promise<SessionItems | null> {
  const items = await new Promise<SessionItems | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), WAIT_MS);
    onAnswer = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    send({ kind: 'ask' });
  });
  onAnswer = null;
  return items;
}

/** Identifies this tab's session to other tabs, which may have the session itself anyway; null if nobody is signed in. */
export const currentSession = (): string | null => readSession().authToken ?? null;

export const tellTabsSignedOut = (session: string): void => send({ kind: 'signed-out', session });
