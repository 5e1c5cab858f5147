import type { Feature } from '../../feature/feature.ts';
import { cleanUpSessions } from './clean-up-sessions.ts';
import { sessionRoutes } from './routes.ts';

export const sessions: Feature = {
  routes: ({ serve }, services) => sessionRoutes(serve, services),
  cleanUps: [cleanUpSessions],
};
