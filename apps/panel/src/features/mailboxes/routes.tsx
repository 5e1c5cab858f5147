import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.mailboxes,
    // Customers who have mail see their mailboxes here. Plans for a site's domain can't be bought yet, so no such domain exists.
    aliases: ['/email_accounts', '/get-mail'],
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    inVisits: true,
    frame: 'panel',
    texts: 'panel',
    title: 'mailboxes.page.title',
  },
];
