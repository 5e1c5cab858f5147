import type { Feature } from '../../feature/feature.ts';
import { domainConnectCommands } from './commands.ts';
import { domainConnectRoutes } from './routes.ts';

export const domainConnect: Feature = {
  routes: ({ app, serve }, services) => domainConnectRoutes(app, serve, services),
  commands: domainConnectCommands,
};
