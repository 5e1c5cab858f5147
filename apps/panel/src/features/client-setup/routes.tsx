import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

const common = {
  access: 'session',
  mobileSupported: true,
  products: ['MailSuite'],
  frame: 'panel',
  texts: 'panel',
} as const;

export const routes: readonly PanelRoute[] = [
  {
    ...common,
    path: PATHS.clientSetup,
    aliases: ['/device_download'],
    title: 'clientSetup.page.title',
  },
  {
    ...common,
    path: PATHS.mailAppSettings,
    aliases: ['/configure_desktop'],
    title: 'clientSetup.settings.title',
  },
];
