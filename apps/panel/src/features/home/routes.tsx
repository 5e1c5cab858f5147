import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.home,
    access: 'session',
    onlyIn: 'widget',
    mobileSupported: true,
    frame: 'panel',
    texts: 'home',
    title: 'shell.nav.home',
  },
];
