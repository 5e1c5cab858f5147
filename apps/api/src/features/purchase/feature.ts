import type { Feature } from '../../feature/feature.ts';
import { cleanUpPurchases } from './clean-up-purchases.ts';
import { loginLinkCommands } from './entry/login-link-commands.ts';
import { purchaseLinkCommands } from './entry/purchase-link-commands.ts';
import { cleanUpRemovedCards } from './payment/saved-card-repository.ts';
import { sweepPurchases } from './provision/sweep-purchases.ts';
import { purchaseRoutes } from './routes.ts';

export const purchases: Feature = {
  routes: ({ serve }, services) => purchaseRoutes(serve, services),
  sweeps: [{ name: 'purchases', everyMillis: 5_000, run: sweepPurchases }],
  cleanUps: [cleanUpPurchases, cleanUpRemovedCards],
  commands: { ...purchaseLinkCommands, ...loginLinkCommands },
};
