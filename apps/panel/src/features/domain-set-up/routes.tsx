import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.domainSetUp,
    aliases: [PATHS.activate],
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    inVisits: true,
    frame: 'panel',
    texts: ['domain', 'dns'],
    title: 'domainSetUp.page.title',
  },
  {
    path: PATHS.siteDomain,
    access: 'session',
    mobileSupported: true,
    products: ['Site'],
    inVisits: true,
    frame: 'panel',
    texts: ['domain', 'dns'],
    title: 'domainSetUp.page.siteTitle',
  },
];
