import type { Feature } from '../../feature/feature.ts';
import { cleanUpLiveEvents } from './clean-up-live-events.ts';
import { liveRoutes } from './routes.ts';

export const live: Feature = {
  routes: ({ app, findSession }, services) => liveRoutes(app, { ...services, findSession }),
  cleanUps: [cleanUpLiveEvents],
};
