import type { Feature } from '../../feature/feature.ts';
import { referralRoutes } from './routes.ts';

export const referral: Feature = {
  routes: ({ serve }, services) => referralRoutes(serve, services),
};
