import type { Feature } from '../../feature/feature.ts';
import { cleanUpBooks } from './clean-up-books.ts';
import { customerDataCommands } from './commands.ts';
import { eraseCustomers } from './erase-customers.ts';
import { ERASED_MAIL, ERASURE_ASKED_MAIL } from './erasure-mail.ts';
import { customerDataRoutes } from './routes.ts';

export const customerData: Feature = {
  routes: ({ serve }, services) => customerDataRoutes(serve, services),
  mails: [ERASURE_ASKED_MAIL, ERASED_MAIL],
  sweeps: [{ name: 'erasures', everyMillis: 10_000, run: eraseCustomers }],
  cleanUps: [cleanUpBooks],
  commands: customerDataCommands,
};
