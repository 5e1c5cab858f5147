import { type Credential, type HostMessage, type PanelMessage, posted, readHostMessage } from '@postern/embed/messages';
import { connectHost, tellHost } from './tell-host.ts';

/*
 * The panel's end of the messages with the page around it. Only registered origins may frame the panel, so any parent is trusted to say
 * hello; from then on only that parent is answered, at its origin. ADR 105.
 */

let host: string | null = null;
let onNavigate: (path: string) => void = () => {};
let onCredential: ((credential: Credential | null) => void) | null = null;

/** What a page that begins to listen late still has to know. */
const last = new Map<PanelMessage['type'], PanelMessage>();

/** Listens to the page around the panel, and passes on what it is told. Returns what ends it. */
export function listenToHost(navigate: (path: string) => void): () => void {
  onNavigate = navigate;
  host ??= originOfParent();
  window.addEventListener('message', hear);
  connectHost(send);
  return () => {
    window.removeEventListener('message', hear);
    connectHost(null);
  };
}

/** The parent's origin where the browser tells it. The origin of a sandboxed page is the text "null". */
function originOfParent(): string | null {
  const [origin] = window.location.ancestorOrigins ?? [];
  return origin === undefined || origin === 'null' ? null : origin;
}

function hear({ source, origin, data }: MessageEvent<unknown>): void {
  if (source !== window.parent || origin === 'null') return;
  const message = readHostMessage(data);
  if (message?.type === 'hello') greet(origin);
  else if (message !== null && origin === host) obey(message);
}

function greet(origin: string): void {
  const isKnown = host === origin;
  host = origin;
  send({ type: 'ready' });
  // A host that says hello again has had these, and would fetch a second token.
  if (!isKnown) for (const message of last.values()) send(message);
}

function obey(message: Exclude<HostMessage, { type: 'hello' }>): void {
  if (message.type === 'navigate') return onNavigate(message.path);
  if (message.type === 'no-token') return onCredential?.(null);
  const { type: _, ...credential } = message;
  onCredential?.(credential);
}

const STAYS_TRUE: readonly PanelMessage['type'][] = ['page-name', 'resize', 'token-needed'];

/** At the host's own origin only. */
function send(message: PanelMessage): void {
  if (STAYS_TRUE.includes(message.type)) last.set(message.type, message);
  if (host !== null) window.parent.postMessage(posted(message), host);
}

/** Asks the page around the panel to sign the person in. @throws if it doesn't in time */
export async function askHostForCredential(patienceMs: number): Promise<Credential> {
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the page around the panel sent no token')), patienceMs);
      onCredential = (credential) => {
        clearTimeout(timer);
        if (credential === null) reject(new Error('the page around the panel has no token'));
        else resolve(credential);
      };
      tellHost({ type: 'token-needed' });
    });
  } finally {
    onCredential = null;
    last.delete('token-needed');
  }
}
