import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.mailboxes]: {
    load: async () => (await import('./mailboxes-page.tsx')).MailboxesPage,
    prepare: async () => (await import('./prepare-mailboxes.ts')).prepareMailboxes(),
  },
};
