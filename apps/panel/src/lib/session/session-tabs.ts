import {
  clearSession,
  forgetSignedInHint,
  hasSignedInHint,
  hasToken,
  readSession,
  SESSION_ITEMS,
  type SessionItems,
  subscribeToSession,
  writeSession,
} from './session-store.ts';

/** A tab in the background may be slow to answer. */
const WAIT_MS = 1000;
/** Shared by the tabs that are signed in; the browser takes it from one that is gone, however it went. */
const LOCK = 'postern.signed-in';
type TabMessage = { kind: 'ask' } | { kind: 'answer'; items: SessionItems } | { kind: 'signed-out' };

/** Storage belongs to one tab, so tabs of one browser tell each other: a new tab asks, and a sign-out ends all of them. */
let channel: BroadcastChannel | null = null;
let stopListening: () => void = () => {};
let onAnswer: ((items: SessionItems) => void) | null = null;

const send = (message: TabMessage): void => channel?.postMessage(message);

function readMessage(data: unknown): TabMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'ask' || data.kind === 'signed-out') return { kind: data.kind };
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

/** An address without https has no locks: there only the hint tells whether asking is worth the wait. */
async function mayAnotherTabAnswer(): Promise<boolean> {
  if (!('locks' in navigator)) return hasSignedInHint();
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  return held.some((lock) => lock.name === LOCK);
}

/** A page listens once: who listens now takes the place of who did. */
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
    if (message?.kind === 'signed-out' && hasToken()) {
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

/** A new tab takes over the session of another one. Where no other is signed in nobody waits; without an answer nobody is. */
export async function askOtherTabs(): Promise<void> {
  if (hasToken() || !channel) return;
  const items = (await mayAnotherTabAnswer()) ? await askForSession() : null;
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

export const tellTabsSignedOut = (): void => send({ kind: 'signed-out' });
