import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.buyMailboxes,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    frame: 'panel',
    texts: 'purchase',
    title: 'upgrade.seats.title',
  },
];
