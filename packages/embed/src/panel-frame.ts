import {
  type Credential,
  type HostMessage,
  type PanelMessage,
  posted,
  readCredential,
  readPanelMessage,
} from './messages.ts';

export type PanelFrameOptions = {
  /** The address of the panel, such as `https://mail.harbour.example`. */
  panel: string;
  partnerId: number;
  /** Asked whenever a person has to be signed in: at the start, and when a session has ended. */
  getCredential: () => Promise<Credential>;
  /** The screen to open first, such as `email-accounts`. */
  section?: string | undefined;
  /** The frame's name for screen readers. */
  title?: string | undefined;
  /** Hears what the panel says. */
  onMessage?: ((message: PanelMessage) => void) | undefined;
  /** Hears why `getCredential` gave nothing. The panel itself says that nobody is signed in, with a button to try again. */
  onSignInFailed?: ((error: unknown) => void) | undefined;
};

export type PanelFrame = {
  frame: HTMLIFrameElement;
  /** Opens a screen of the panel. */
  navigate(path: string): void;
  /** Takes the frame away. */
  remove(): void;
};

/** Says hello again until the panel answers: its code may still be loading. */
const HELLO_AGAIN_MS = 250;
/** A hostile or broken height must neither hide the panel nor stretch the page without end. */
const HEIGHT = { least: 200, most: 20_000, first: 480 };

/** Puts the panel into an element of the page, as high as its content, and signs people in. */
export function showPanel(target: HTMLElement, options: PanelFrameOptions): PanelFrame {
  const { origin } = new URL(options.panel);
  const frame = document.createElement('iframe');
  const address = new URL('/partner/cpWidget', origin);
  address.searchParams.set('partnerId', String(options.partnerId));
  if (options.section !== undefined) address.searchParams.set('section', options.section);
  frame.src = address.href;
  frame.title = options.title ?? 'Email';
  frame.allow = 'clipboard-write; payment; publickey-credentials-get';
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: `${HEIGHT.first}px` });

  // Always the panel's own origin: whatever else the frame may show gets nothing.
  const say = (message: HostMessage) => frame.contentWindow?.postMessage(posted(message), origin);
  let greeting: ReturnType<typeof setInterval> | undefined;
  const stopGreeting = () => clearInterval(greeting);
  const greet = () => {
    stopGreeting();
    const hello = () => say({ type: 'hello' });
    greeting = setInterval(hello, HELLO_AGAIN_MS);
    hello();
  };

  // A panel that starts slowly answers several hellos at once, and asks after each of them.
  let isFetching = false;
  async function signIn() {
    if (isFetching) return;
    isFetching = true;
    try {
      say({ type: 'token', ...(await options.getCredential()) });
    } catch (error) {
      console.error('Postern: no login token.', error);
      say({ type: 'no-token' });
      options.onSignInFailed?.(error);
    } finally {
      isFetching = false;
    }
  }

  function hear(event: MessageEvent<unknown>) {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const message = readPanelMessage(event.data);
    if (message === null) return;
    if (message.type === 'ready') stopGreeting();
    if (message.type === 'resize') {
      const height = Math.min(Math.max(Math.ceil(message.height), HEIGHT.least), HEIGHT.most);
      frame.style.height = `${height}px`;
    }
    if (message.type === 'token-needed') void signIn();
    if (message.type === 'page-name' || message.type === 'toast') bringIntoView(frame);
    options.onMessage?.(message);
  }

  window.addEventListener('message', hear);
  // A page that reloads in the frame has heard no hello.
  frame.addEventListener('load', greet);
  target.replaceChildren(frame);
  return {
    frame,
    navigate: (path) => say({ type: 'navigate', path }),
    remove() {
      stopGreeting();
      window.removeEventListener('message', hear);
      frame.remove();
    },
  };
}

/** A new screen and a note begin at the frame's head, which may have been scrolled away. */
function bringIntoView(frame: HTMLIFrameElement) {
  if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
}

/**
 * Asks the partner's own server for a credential. It answers with `createLoginToken`'s answer as it is, or with the fields of a credential.
 * @throws if the answer has none
 */
export async function fetchCredential(address: string): Promise<Credential> {
  const response = await fetch(address, { method: 'POST', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  const answer = (await response.json()) as Record<string, unknown>;
  const credential = readCredential(typeof answer['url'] === 'string' ? fieldsOfLink(answer['url']) : answer);
  if (credential === null) throw new Error(`${address} answered without a login token.`);
  return credential;
}

function fieldsOfLink(link: string): Record<string, unknown> {
  const { partnerId, installId, ...fields } = Object.fromEntries(new URL(link).searchParams);
  return { ...fields, serverId: installId, ...(partnerId !== undefined && { partnerId: Number(partnerId) }) };
}
