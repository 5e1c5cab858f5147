import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.referral]: { load: async () => (await import('./referral-page.tsx')).ReferralPage },
};
