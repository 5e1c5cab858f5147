import type { Feature } from '../../feature/feature.ts';
import { planCommands } from './commands.ts';
import { discountCommands } from './discount-commands.ts';
import { taxCommands } from './tax-commands.ts';

export const plans: Feature = { commands: { ...planCommands, ...discountCommands, ...taxCommands } };
