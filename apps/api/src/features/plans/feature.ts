import type { Feature } from '../../feature/feature.ts';
import { planCommands } from './commands.ts';

export const plans: Feature = { commands: planCommands };
