import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.mobileHome,
    access: 'session',
    mobileSupported: true,
    inVisits: true,
    frame: 'panel',
    texts: 'billing',
    title: 'mobileHome.title',
  },
];
