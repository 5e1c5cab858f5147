import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.changeDomain,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite', 'Site'],
    frame: 'panel',
    texts: 'change',
    title: 'domainChange.page.title',
  },
];
