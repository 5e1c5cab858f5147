import type { Feature } from '../../feature/feature.ts';
import { downloadRoutes } from './download-invoice.ts';
import { invoiceRoutes } from './routes.ts';
import { refundCommands } from './refund/refund-commands.ts';
import { sellerCommands } from './seller/seller-commands.ts';

export const invoices: Feature = {
  routes: ({ serve, app, findSession }, services) => {
    invoiceRoutes(serve, services);
    downloadRoutes(app, { db: services.db, findSession });
  },
  commands: { ...sellerCommands, ...refundCommands },
};
