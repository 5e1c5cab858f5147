import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.mailImport]: {
    load: async () => (await import('./import-page.tsx')).ImportPage,
    prepare: async () => (await import('./prepare-mail-import.ts')).prepareMailImport(),
  },
};
