import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.subscription]: {
    load: async () => (await import('./billing-page.tsx')).BillingPage,
    prepare: async () => (await import('./prepare-billing.ts')).prepareBilling(),
  },
};
