import type { Feature } from '../../feature/feature.ts';
import { taxEvidenceCommands } from './commands.ts';

export const taxEvidenceFeature: Feature = { commands: taxEvidenceCommands };
