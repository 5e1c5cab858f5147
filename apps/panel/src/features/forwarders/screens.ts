import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.forwarders]: {
    load: async () => (await import('./forwarders-page.tsx')).ForwardersPage,
    prepare: async () => (await import('./prepare-forwarders.ts')).prepareForwarders(),
  },
};
