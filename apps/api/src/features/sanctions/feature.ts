import type { Feature } from '../../feature/feature.ts';
import { sanctionCommands } from './commands.ts';

export const sanctions: Feature = { commands: sanctionCommands };
