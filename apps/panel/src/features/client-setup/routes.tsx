import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.clientSetup,
    // The settings for apps that ask for them are a part of the page.
    aliases: ['/device_download', '/configure-desktop', '/configure_desktop'],
    access: 'session',
    forEveryone: true,
    mobileSupported: true,
    products: ['MailSuite'],
    inVisits: true,
    frame: 'panel',
    texts: 'apps',
    title: 'clientSetup.page.title',
  },
];
