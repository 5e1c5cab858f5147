import type { Feature } from '../../feature/feature.ts';
import { partnerLoginCommands } from './commands.ts';
import { cleanUpEntryTokens } from './entry-tokens.ts';
import { partnerLoginRoutes } from './routes.ts';

export const partnerLogin: Feature = {
  routes: ({ serve }, services) => partnerLoginRoutes(serve, services),
  commands: partnerLoginCommands,
  cleanUps: [cleanUpEntryTokens],
};
