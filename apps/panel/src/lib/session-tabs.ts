import {
  clearSession,
  forgetSignedInHint,
  hasSignedInHint,
  hasToken,
  readSession,
  SESSION_ITEMS,
  type SessionItems,
  writeSession,
} from './session-store.ts';

const WAIT_MS = 200;
type TabMessage = { kind: 'ask' } | { kind: 'answer'; items: SessionItems } | { kind: 'signed-out' };

/** Storage belongs to one tab, so tabs of one browser tell each other: a new tab asks, and a sign-out ends all of them. */
let channel: BroadcastChannel | null = null;
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

export function listenToTabs(onSignedOut: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
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
  return () => {
    own.close();
    if (channel === own) channel = null;
  };
}

/** A new tab takes over the session of another one; without an answer in 200 ms nobody is signed in. */
export async function askOtherTabs(): Promise<void> {
  if (hasToken() || !hasSignedInHint() || !channel) return;
  const items = await new Promise<SessionItems | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), WAIT_MS);
    onAnswer = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    send({ kind: 'ask' });
  });
  onAnswer = null;
  if (items?.authToken) writeSession(items);
  else forgetSignedInHint();
}

export const tellTabsSignedOut = (): void => send({ kind: 'signed-out' });
