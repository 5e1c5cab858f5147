import type { Feature } from '../../feature/feature.ts';
import { subscriptionRoutes } from './routes.ts';
import { sweepTerms } from './sweep-terms.ts';

export const subscriptions: Feature = {
  routes: ({ serve }, services) => subscriptionRoutes(serve, services),
  sweeps: [{ name: 'order-terms', everyMillis: 60_000, run: sweepTerms }],
};
