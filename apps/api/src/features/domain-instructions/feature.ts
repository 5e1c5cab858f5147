import type { Feature } from '../../feature/feature.ts';
import { cleanUpInstructionLinks } from './clean-up-instruction-links.ts';
import { INSTRUCTIONS_MAIL } from './instructions-mail.ts';
import { domainInstructionRoutes } from './routes.ts';

export const domainInstructions: Feature = {
  routes: ({ serve }, services) => domainInstructionRoutes(serve, services),
  mails: [INSTRUCTIONS_MAIL],
  cleanUps: [cleanUpInstructionLinks],
};
