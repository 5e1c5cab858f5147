import type { Feature } from '../../feature/feature.ts';
import { FORMER_ADDRESS_MAIL } from './former-address/former-address-mail.ts';
import { cleanUpFormerAddresses } from './former-address/former-address-repository.ts';
import { mailboxRoutes } from './routes.ts';
import { settleUnconfirmedMailboxes } from './settle-unconfirmed-mailboxes.ts';

export const mailboxes: Feature = {
  routes: ({ serve }, services) => mailboxRoutes(serve, services),
  mails: [FORMER_ADDRESS_MAIL],
  cleanUps: [cleanUpFormerAddresses],
  sweeps: [{ name: 'mailboxes', everyMillis: 5_000, run: settleUnconfirmedMailboxes }],
};
