import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.spamFilter,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    frame: 'panel',
    texts: 'panel',
    title: 'spamFilter.page.title',
    load: async () => (await import('./spam-filter-page.tsx')).SpamFilterPage,
    prepare: async () => (await import('./prepare-spam-filter.ts')).prepareSpamFilter(),
  },
];
