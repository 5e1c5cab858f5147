import type { Feature } from '../../feature/feature.ts';
import { customerDataCommands } from './commands.ts';
import { customerDataRoutes } from './routes.ts';

export const customerData: Feature = {
  routes: ({ serve }, services) => customerDataRoutes(serve, services),
  commands: customerDataCommands,
};
