import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.subscription,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite', 'Site', 'NeoDomain'],
    frame: 'panel',
    texts: 'billing',
    title: 'shell.nav.billing',
  },
];
