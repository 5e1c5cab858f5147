import type { Feature } from '../../feature/feature.ts';
import { advanceMoves } from './advance-moves.ts';
import { mailPlaceCommands } from './commands.ts';

export const mailPlacesFeature: Feature = {
  commands: mailPlaceCommands,
  sweeps: [{ name: 'mailbox-moves', everyMillis: 2_000, run: advanceMoves }],
};
