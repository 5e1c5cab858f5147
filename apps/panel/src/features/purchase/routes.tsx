import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.purchase,
    access: 'open',
    freshAuth: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'purchase',
    title: 'purchase.page.title',
    load: async () => (await import('./purchase-page.tsx')).PurchasePage,
  },
  {
    path: PATHS.postPayment,
    access: 'session',
    // A buyer who comes back from the partner has no session yet; anybody else without one is sent on to the login by the screen.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'purchase',
    title: 'purchase.page.title',
    load: async () => (await import('./done/post-payment-page.tsx')).PostPaymentPage,
  },
];
