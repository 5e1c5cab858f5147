import type { Feature } from '../../feature/feature.ts';
import { addOnRoutes } from './routes.ts';

export const addOns: Feature = {
  routes: ({ serve }, services) => addOnRoutes(serve, services),
};
