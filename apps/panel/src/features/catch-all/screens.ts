import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.catchAll]: {
    load: async () => (await import('./catch-all-page.tsx')).CatchAllPage,
    prepare: async () => (await import('./prepare-catch-all.ts')).prepareCatchAll(),
  },
};
