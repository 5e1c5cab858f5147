import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.billing,
    aliases: ['/billing-and-upgrade/$addon', '/renew/mail'],
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    frame: 'panel',
    texts: ['purchase', 'upgrade'],
    title: 'upgrade.plans.page',
  },
  {
    path: PATHS.siteBilling,
    aliases: ['/site-billing-and-upgrade/$addon', '/renew/site'],
    access: 'session',
    mobileSupported: true,
    products: ['Site'],
    frame: 'panel',
    texts: ['purchase', 'upgrade'],
    title: 'upgrade.plans.page',
  },
  {
    path: PATHS.buyMailboxes,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    frame: 'panel',
    texts: ['purchase', 'upgrade'],
    menu: PATHS.subscription,
    title: 'upgrade.seats.title',
  },
];
