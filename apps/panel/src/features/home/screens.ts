import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.home]: {
    load: async () => (await import('./home-page.tsx')).HomePage,
  },
};
