import type { Feature } from '../../feature/feature.ts';
import { firstStepRoutes } from './routes.ts';

export const firstSteps: Feature = {
  routes: ({ serve }, services) => firstStepRoutes(serve, services),
};
