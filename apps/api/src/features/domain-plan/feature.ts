import type { Feature } from '../../feature/feature.ts';
import { cleanUpPlans } from './clean-up-plans.ts';
import { domainPlanRoutes } from './routes.ts';

export const domainPlan: Feature = {
  routes: ({ serve }, services) => domainPlanRoutes(serve, services),
  cleanUps: [cleanUpPlans],
};
