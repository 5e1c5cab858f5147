import type { Feature } from '../../feature/feature.ts';
import { subscriptionRoutes } from './routes.ts';

export const subscriptions: Feature = {
  routes: ({ serve }, services) => subscriptionRoutes(serve, services),
};
