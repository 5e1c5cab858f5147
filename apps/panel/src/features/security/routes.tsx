import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.security,
    access: 'session',
    forEveryone: true,
    mobileSupported: true,
    frame: 'panel',
    texts: 'security',
    title: 'security.page.title',
  },
];
