import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

const common = {
  access: 'session',
  mobileSupported: true,
  products: ['MailSuite'],
  frame: 'panel',
  texts: 'panel',
  prepare: async () => (await import('./prepare-devices.ts')).prepareDevices(),
} as const;

export const routes: readonly PanelRoute[] = [
  {
    ...common,
    path: PATHS.devices,
    aliases: ['/device_download'],
    title: 'devices.page.title',
    load: async () => (await import('./devices-page.tsx')).DevicesPage,
  },
  {
    ...common,
    path: PATHS.mailAppSettings,
    aliases: ['/configure_desktop'],
    title: 'devices.settings.title',
    load: async () => (await import('./mail-app-settings-page.tsx')).MailAppSettingsPage,
  },
];
