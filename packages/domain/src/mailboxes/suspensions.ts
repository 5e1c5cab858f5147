import type { Role } from '../sign-in/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { SUSPENSION_REASON_MAXIMUM_CHARACTERS } from './limits.ts';

/** Who suspended: the admins of a domain are one party, and so are a partner's people and the provider's. */
type SuspensionParty = 'domain' | 'partner' | 'provider' | 'system';

/** The party of a role. An unknown role means the system, whose suspensions nobody lifts by hand. */
function partyOf(role: string): SuspensionParty {
  switch (role as Role) {
    case 'domainAdmin':
    case 'accountAdmin':
      return 'domain';
    case 'partnerSupport':
      return 'partner';
    case 'productSupport':
    case 'productStaff':
      return 'provider';
  }
  return 'system';
}

/**
 * Whether a suspension is the viewer's own, so that the viewer may lift it. Other parties' suspensions are visible, but can't be lifted.
 * Spec 2 §4, §6.
 */
export function isOwnSuspension(viewer: Role, byRole: string): boolean {
  return partyOf(viewer) === partyOf(byRole);
}

export type SuspensionReasonRefusal = Refusal<'REASON_TOO_LONG', { maximumCharacters: number }>;

/** The free text of a suspension; it may be empty. Spec 2 §5. */
export function checkSuspensionReason(text: string): Outcome<string, SuspensionReasonRefusal> {
  const reason = text.trim().normalize('NFC');
  return [...reason].length > SUSPENSION_REASON_MAXIMUM_CHARACTERS
    ? refused('REASON_TOO_LONG', { maximumCharacters: SUSPENSION_REASON_MAXIMUM_CHARACTERS })
    : accepted(reason);
}
