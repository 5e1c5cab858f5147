import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.catchAll,
    aliases: ['/catch_all_email'],
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    inVisits: true,
    frame: 'panel',
    texts: 'delivery',
    title: 'catchAll.page.title',
  },
];
