import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.domainInstructions,
    access: 'open',
    // Whoever is signed in may look at a link too, which says what it is about by itself.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'domain',
    title: 'domainInstructions.page.name',
    load: async () => (await import('./instructions-page.tsx')).InstructionsPage,
  },
];
