import type { Feature } from '../../feature/feature.ts';
import { downloadRoutes } from './download-routes.ts';
import { CREDIT_NOTE_MAIL, RECEIPT_MAIL } from './mail/invoice-mail.ts';
import { invoiceRoutes } from './routes.ts';
import { sellerCommands } from './seller/seller-commands.ts';

export const invoices: Feature = {
  routes: ({ serve, app, findSession }, services) => {
    invoiceRoutes(serve, services);
    downloadRoutes(app, { ...services, findSession });
  },
  mails: [RECEIPT_MAIL, CREDIT_NOTE_MAIL],
  commands: sellerCommands,
};
