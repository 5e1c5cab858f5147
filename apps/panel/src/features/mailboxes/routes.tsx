import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.mailboxes,
    aliases: ['/email_accounts'],
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    inVisits: true,
    frame: 'panel',
    texts: 'panel',
    title: 'mailboxes.page.title',
  },
];
