import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.mobileHome]: {
    load: async () => (await import('./mobile-home-page.tsx')).MobileHomePage,
  },
};
