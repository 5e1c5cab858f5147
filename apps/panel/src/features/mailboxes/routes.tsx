import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.mailboxes,
    // Who has mail gets it here. Plans for the domain of a site can't be bought yet, and no such domain can come to be.
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
