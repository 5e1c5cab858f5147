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
];
