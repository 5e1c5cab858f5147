import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.emailReputation]: {
    load: async () => (await import('./email-reputation-page.tsx')).EmailReputationPage,
    prepare: async () => (await import('./prepare-email-reputation.ts')).prepareEmailReputation(),
  },
};
