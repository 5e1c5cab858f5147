import type { Feature } from '../../feature/feature.ts';
import { staffCommands } from './commands.ts';
import { staffRoutes } from './routes.ts';
import { cleanUpStaffAudit } from './staff-audit.ts';
import { cleanUpStaffSessions } from './staff-repository.ts';

export const staffFeature: Feature = {
  routes: ({ serve }, services) => staffRoutes(serve, services),
  commands: staffCommands,
  cleanUps: [cleanUpStaffSessions, cleanUpStaffAudit],
};
