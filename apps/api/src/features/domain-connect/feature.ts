import type { Feature } from '../../feature/feature.ts';
import { domainConnectCommands } from './commands.ts';
import { domainConnectRoutes } from './routes.ts';

export const domainConnect: Feature = {
  routes: ({ serve }, services) => domainConnectRoutes(serve, services),
  commands: domainConnectCommands,
};
