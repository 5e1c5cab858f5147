import type { Feature } from '../../feature/feature.ts';
import { appPasswordRoutes } from './routes.ts';

export const appPasswords: Feature = {
  routes: ({ serve }, services) => appPasswordRoutes(serve, services),
};
