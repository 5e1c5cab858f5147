import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.addOn,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    frame: 'panel',
    texts: ['purchase', 'upgrade'],
    parent: PATHS.subscription,
    title: 'addOns.page',
  },
  {
    path: PATHS.ownAddOn,
    access: 'session',
    mobileSupported: true,
    frame: 'panel',
    texts: ['purchase', 'upgrade'],
    parent: PATHS.subscription,
    title: 'addOns.page',
  },
];
