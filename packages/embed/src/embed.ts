import type { PanelMessage } from './messages.ts';
import { fetchCredential, type PanelFrame, type PanelFrameOptions, showPanel } from './panel-frame.ts';

/*
 * Behind /embed.js. One tag shows the panel:
 *   <script src="https://mail.harbour.example/embed.js" data-partner="54" data-target="#mail" data-token-url="/mail-token" async></script>
 * A page that needs more calls `postern.show` itself.
 */

type Shown = Omit<PanelFrameOptions, 'panel'> & { panel?: string | undefined };

declare global {
  interface Window {
    postern?: { show(target: HTMLElement, options: Shown): PanelFrame };
  }
}

const script = document.currentScript as HTMLScriptElement | null;
const home = script === null ? window.location.origin : new URL(script.src).origin;

/** Every message of the panel is an event on the element, named `postern:page-name` and so on. */
const announce = (target: HTMLElement) => (message: PanelMessage) =>
  target.dispatchEvent(new CustomEvent(`postern:${message.type}`, { detail: message, bubbles: true }));

function show(target: HTMLElement, { panel = home, onMessage, onSignInFailed, ...options }: Shown): PanelFrame {
  const event = announce(target);
  return showPanel(target, {
    ...options,
    panel,
    onMessage(message) {
      onMessage?.(message);
      event(message);
    },
    onSignInFailed(error) {
      onSignInFailed?.(error);
      target.dispatchEvent(new CustomEvent('postern:sign-in-failed', { detail: { error }, bubbles: true }));
    },
  });
}

function showByTag({ partner, target = '#postern', tokenUrl, panel, section, title }: DOMStringMap): void {
  const element = document.querySelector<HTMLElement>(target);
  if (element === null) return console.error(`Postern: the page has no element ${target}.`);
  if (tokenUrl === undefined) return console.error('Postern: data-token-url is missing.');
  show(element, {
    ...{ panel, section, title, partnerId: Number(partner) },
    getCredential: () => fetchCredential(tokenUrl),
  });
}

window.postern = { show };
const tag = script?.dataset;
if (tag?.['partner'] !== undefined) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => showByTag(tag));
  else showByTag(tag);
}
