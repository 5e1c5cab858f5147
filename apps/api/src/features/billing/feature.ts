import type { Feature } from '../../feature/feature.ts';
import { sweepPayments } from './payment/sweep-payments.ts';
import { billingRoutes } from './routes.ts';

export const billing: Feature = {
  routes: ({ serve }, services) => billingRoutes(serve, services),
  sweeps: [{ name: 'payments', everyMillis: 5_000, run: sweepPayments }],
};
