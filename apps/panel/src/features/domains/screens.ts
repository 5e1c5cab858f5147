import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.domains]: { load: async () => (await import('./domains-page.tsx')).DomainsPage },
};
