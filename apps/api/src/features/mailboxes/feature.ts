import type { Feature } from '../../feature/feature.ts';
import { mailboxRoutes } from './routes.ts';
import { settleUnconfirmedMailboxes } from './settle-unconfirmed-mailboxes.ts';

export const mailboxes: Feature = {
  routes: ({ serve }, services) => mailboxRoutes(serve, services),
  sweeps: [{ name: 'mailboxes', everyMillis: 5_000, run: settleUnconfirmedMailboxes }],
};
