import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.buyMailboxes]: { load: async () => (await import('./seats/buy-mailboxes-page.tsx')).BuyMailboxesPage },
};
