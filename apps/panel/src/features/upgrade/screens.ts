import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.billing]: { load: async () => (await import('./plans/plans-page.tsx')).MailPlansPage },
  [PATHS.siteBilling]: { load: async () => (await import('./plans/plans-page.tsx')).SitePlansPage },
  [PATHS.buyMailboxes]: { load: async () => (await import('./seats/buy-mailboxes-page.tsx')).BuyMailboxesPage },
};
