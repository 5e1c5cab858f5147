import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.bulk,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    frame: 'panel',
    parent: PATHS.mailboxes,
    texts: 'bulk',
    title: 'bulk.page.title',
  },
];
