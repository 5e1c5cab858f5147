import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.bulk]: {
    load: async () => (await import('./bulk-page.tsx')).BulkPage,
  },
};
