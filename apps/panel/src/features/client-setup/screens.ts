import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

const prepare = async () => (await import('./prepare-client-setup.ts')).prepareClientSetup();

export const screens: FrameScreens = {
  [PATHS.clientSetup]: {
    load: async () => (await import('./client-setup-page.tsx')).ClientSetupPage,
    prepare,
  },
};
