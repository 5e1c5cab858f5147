import type { Feature } from '../../feature/feature.ts';
import { aliasRoutes } from './routes.ts';

export const aliases: Feature = {
  routes: ({ serve }, services) => aliasRoutes(serve, services),
};
