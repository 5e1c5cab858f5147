import type { InstructionLink } from '@postern/contract/domain-instructions';
import { instructionAddress } from '../../secrets/instruction-token.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { InstructionLinkRow } from './instruction-link-repository.ts';

/** A link as the domain's admins see it, with its address, so that they can share it again. */
export const toInstructionLink = (
  deps: { sealer: Sealer; publicUrl: string },
  { linkId, sentTo, createdAt, expiresAt }: InstructionLinkRow,
): InstructionLink => ({
  ...{ linkId, sentTo, address: instructionAddress(deps, linkId) },
  ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
});
