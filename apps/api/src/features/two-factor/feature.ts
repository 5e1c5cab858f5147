import type { Feature } from '../../feature/feature.ts';
import { twoFactorRoutes } from './routes.ts';

export const twoFactor: Feature = {
  routes: ({ serve }, services) => twoFactorRoutes(serve, services),
};
