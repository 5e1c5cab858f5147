import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.domains,
    access: 'session',
    mobileSupported: true,
    frame: 'panel',
    texts: ['domains'],
    title: 'domains.page.title',
  },
];
