import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.activity]: {
    load: async () => (await import('./activity-page.tsx')).ActivityPage,
    prepare: async () => (await import('./queries.ts')).prepareActivity(),
  },
};
