import { createMemoryHistory } from '@tanstack/react-router';
import { createPanelRouter } from '../app/router.tsx';
import type { MessageKey } from '../lib/i18n/message-key.ts';

export type Place = {
  /** Where the address leads, with its query. */
  url: string;
  /** Whether the panel has a screen there; otherwise it shows 'Page Not Found'. */
  isScreen: boolean;
};

/** Where an address leads, by the panel's own router and guards, without drawing the screen. */
export async function follow(address: string): Promise<Place> {
  const { url, title } = await screenAt(address);
  return { url, isScreen: title !== null };
}

/** The same, with the key of the screen's name; null for 'Page Not Found'. */
export async function screenAt(address: string): Promise<{ url: string; title: MessageKey | null }> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createPanelRouter(history);
  let last = router.load();
  // A redirect is a change of the history, which a drawn panel answers by loading.
  const stop = history.subscribe(() => {
    last = router.load();
  });
  try {
    for (let seen: Promise<void> | null = null; seen !== last; ) {
      seen = last;
      await seen;
    }
  } finally {
    stop();
  }
  const { matches, location } = router.state;
  return { url: location.href, title: matches.at(-1)?.staticData.panelRoute?.title ?? null };
}
