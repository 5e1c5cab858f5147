import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.domainInstructions,
    access: 'open',
    // The link works for signed-in people too, whichever domain they manage.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'domain',
    title: 'domainInstructions.page.name',
    load: async () => (await import('./instructions-page.tsx')).InstructionsPage,
  },
];
