import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.spamFilter]: {
    load: async () => (await import('./spam-filter-page.tsx')).SpamFilterPage,
    prepare: async () => (await import('./prepare-spam-filter.ts')).prepareSpamFilter(),
  },
};
