import type { Feature } from '../../feature/feature.ts';
import { statementCommands } from './commands.ts';

export const partnerStatements: Feature = { commands: statementCommands };
