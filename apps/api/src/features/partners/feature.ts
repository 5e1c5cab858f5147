import type { Feature } from '../../feature/feature.ts';
import { partnerCommands } from './commands.ts';
import { partnerRoutes } from './routes.ts';

export const partners: Feature = {
  routes: ({ serve }, services) => partnerRoutes(serve, services),
  commands: partnerCommands,
};
