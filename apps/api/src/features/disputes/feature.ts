import type { Feature } from '../../feature/feature.ts';
import { disputeCommands } from './commands.ts';
import { DISPUTE_MAIL } from './dispute-mail.ts';
import { sweepDisputes } from './sweep-disputes.ts';

export const disputes: Feature = {
  sweeps: [{ name: 'disputes', everyMillis: 60_000, run: sweepDisputes }],
  mails: [DISPUTE_MAIL],
  commands: disputeCommands,
};
