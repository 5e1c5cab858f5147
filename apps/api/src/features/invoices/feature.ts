import type { Feature } from '../../feature/feature.ts';
import { invoiceRoutes } from './routes.ts';
import { sellerCommands } from './seller/seller-commands.ts';

export const invoices: Feature = {
  routes: ({ serve }, services) => invoiceRoutes(serve, services),
  commands: sellerCommands,
};
