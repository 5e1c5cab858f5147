import type { Feature } from '../../feature/feature.ts';
import { referralRoutes } from './routes.ts';

export const referral: Feature = {
  routes: ({ app, serve }, services) => referralRoutes(app, serve, services),
};
