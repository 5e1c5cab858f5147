import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.security]: {
    load: async () => (await import('./security-page.tsx')).SecurityPage,
    prepare: async () => (await import('./prepare-security.ts')).prepareSecurity(),
  },
};
