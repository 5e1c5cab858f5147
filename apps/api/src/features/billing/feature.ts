import type { Feature } from '../../feature/feature.ts';
import { bookCommands } from './book-commands.ts';
import { clockCommands } from './clock-commands.ts';
import { runDueWork } from './due/run-due-work.ts';
import { BILLING_MAIL } from './mail/billing-mail.ts';
import { sweepPayments } from './payment/sweep-payments.ts';
import { billingRoutes } from './routes.ts';

export const billing: Feature = {
  routes: ({ serve }, services) => billingRoutes(serve, services),
  sweeps: [
    { name: 'payments', everyMillis: 5_000, run: sweepPayments },
    { name: 'renewals', everyMillis: 15_000, run: (services) => runDueWork(services, services.clock.now()) },
  ],
  mails: [BILLING_MAIL],
  commands: { ...bookCommands, ...clockCommands },
};
