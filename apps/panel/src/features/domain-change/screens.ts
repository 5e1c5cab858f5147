import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.changeDomain]: {
    load: async () => (await import('./change-domain-page.tsx')).ChangeDomainPage,
    prepare: async () => (await import('./prepare-domain-change.ts')).prepareDomainChange(),
  },
};
