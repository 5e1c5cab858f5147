import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.referral,
    access: 'session',
    mobileSupported: true,
    frame: 'panel',
    texts: 'referral',
    title: 'shell.nav.referral',
  },
];
