import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

const prepare = async () => (await import('./prepare-devices.ts')).prepareDevices();

export const screens: FrameScreens = {
  [PATHS.devices]: {
    load: async () => (await import('./devices-page.tsx')).DevicesPage,
    prepare,
  },
  [PATHS.mailAppSettings]: {
    load: async () => (await import('./mail-app-settings-page.tsx')).MailAppSettingsPage,
    prepare,
  },
};
