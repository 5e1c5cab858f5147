import { type Feature, onJob } from '../../feature/feature.ts';
import { bookCommands } from './book-commands.ts';
import { REMOVE_CARD, removeCardAtGateway } from './card/remove-card-at-gateway.ts';
import { clockCommands } from './clock-commands.ts';
import { renewBySweep } from './due/renew-by-sweep.ts';
import { BILLING_MAIL } from './mail/billing-mail.ts';
import { sweepPayments } from './payment/sweep-payments.ts';
import { cleanUpQuotes } from './quote/clean-up-quotes.ts';
import { reconcileNightly } from './reconcile-nightly.ts';
import { monthCommands } from './month-offer/month-commands.ts';
import { FAILED_REFUND_MAIL } from './refund/failed-refund-mail.ts';
import { refundCommands } from './refund/refund-commands.ts';
import { billingRoutes } from './routes.ts';

export const billing: Feature = {
  routes: ({ serve }, services) => billingRoutes(serve, services),
  sweeps: [
    { name: 'payments', everyMillis: 5_000, run: sweepPayments },
    { name: 'renewals', everyMillis: 15_000, run: renewBySweep },
    { name: 'reconcile', everyMillis: 10 * 60_000, run: reconcileNightly },
  ],
  jobs: [onJob(REMOVE_CARD, removeCardAtGateway)],
  mails: [FAILED_REFUND_MAIL, BILLING_MAIL],
  cleanUps: [cleanUpQuotes],
  commands: { ...bookCommands, ...clockCommands, ...monthCommands, ...refundCommands },
};
