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
    // A buyer who returns from the partner has no session yet; the screen sends anyone else without one to the login.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'purchase',
    title: 'purchase.page.title',
    load: async () => (await import('./done/post-payment-page.tsx')).PostPaymentPage,
  },
  {
    path: PATHS.paymentReturn,
    access: 'open',
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'purchase',
    title: 'purchase.bank.back',
    load: async () => (await import('./payment/payment-return-page.tsx')).PaymentReturnPage,
  },
];
