import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.manageDns,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite', 'Site'],
    inVisits: true,
    frame: 'panel',
    texts: 'dns',
    title: 'dns.page.title',
  },
];
