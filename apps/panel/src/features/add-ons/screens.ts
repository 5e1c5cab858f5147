import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.addOn]: { load: async () => (await import('./buy/buy-add-on-page.tsx')).BuyAddOnPage },
  [PATHS.ownAddOn]: { load: async () => (await import('./own/own-add-on-page.tsx')).OwnAddOnPage },
};
