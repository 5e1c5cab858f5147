import type { Feature } from '../../feature/feature.ts';
import { FORMER_ADDRESS_MAIL } from './former-address/former-address-mail.ts';
import { cleanUpFormerAddresses } from './former-address/former-address-repository.ts';
import { exportRoute, mailboxRoutes } from './routes.ts';
import { settleUnconfirmedMailboxes } from './settle-unconfirmed-mailboxes.ts';

export const mailboxes: Feature = {
  routes: ({ serve, app, findSession }, services) => {
    mailboxRoutes(serve, services);
    exportRoute(app, { ...services, findSession });
  },
  mails: [FORMER_ADDRESS_MAIL],
  cleanUps: [cleanUpFormerAddresses],
  sweeps: [{ name: 'mailboxes', everyMillis: 5_000, run: settleUnconfirmedMailboxes }],
};
