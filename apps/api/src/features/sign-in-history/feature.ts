import type { Feature } from '../../feature/feature.ts';
import { cleanUpSignIns } from './clean-up-sign-ins.ts';
import { signInHistoryRoutes } from './routes.ts';

export const signInHistory: Feature = {
  routes: ({ serve }, services) => signInHistoryRoutes(serve, services),
  cleanUps: [cleanUpSignIns],
};
