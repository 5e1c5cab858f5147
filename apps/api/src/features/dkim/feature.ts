import type { Feature } from '../../feature/feature.ts';
import { cleanUpKeys } from './clean-up-keys.ts';
import { dkimRoutes } from './routes.ts';

export const dkim: Feature = {
  routes: ({ serve }, services) => dkimRoutes(serve, services),
  cleanUps: [cleanUpKeys],
};
