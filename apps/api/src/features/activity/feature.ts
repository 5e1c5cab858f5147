import type { Feature } from '../../feature/feature.ts';
import { activityExportRoute, activityRoutes } from './routes.ts';

export const activity: Feature = {
  routes: ({ serve, app, findSession }, services) => {
    activityRoutes(serve, services);
    activityExportRoute(app, { ...services, findSession });
  },
};
