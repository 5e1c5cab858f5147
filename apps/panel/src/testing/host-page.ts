import { type HostMessage, type PanelMessage, posted } from '@postern/embed/messages';
import { vi } from 'vitest';

export const HOST = 'https://harbour.test';

/** Stands in for the page around the panel: posts to it, and hears what it is told. The real one is in the journeys. */
export function aHostPage() {
  const spy = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => {});
  const heard = (): { message: PanelMessage; to: string }[] =>
    spy.mock.calls.flatMap(([data, to]) => {
      const message = data as { postern?: number };
      return message?.postern === 1 ? [{ message: data as PanelMessage, to: to as unknown as string }] : [];
    });
  const say = (message: HostMessage, from: { origin?: string; source?: Window | null } = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', { data: posted(message), origin: HOST, source: window.parent, ...from }),
    );
  return {
    say,
    heard,
    /** Says hello until the panel answers: the code that hears it comes after the first screen's. */
    greet: () =>
      vi.waitFor(() => {
        say({ type: 'hello' });
        if (!heard().some(({ message }) => message.type === 'ready')) throw new Error('the panel did not answer');
      }),
    /** The types of what was told to the host's origin. */
    types: () => heard().flatMap(({ message, to }) => (to === HOST ? [message.type] : [])),
  };
}
