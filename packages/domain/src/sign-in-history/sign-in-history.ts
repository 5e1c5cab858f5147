import { isStaffRole, type Role } from '../sign-in/index.ts';

/**
 * How a person signed in, or tried to. `link`: chose a new password by a mailed link. `partnerLink`: came from the partner's shop.
 * `webmail`: the webmail vouched for them.
 */
export type SignInMethod = 'password' | 'code' | 'recoveryCode' | 'link' | 'partnerLink' | 'webmail' | 'purchase';

/** Whether it worked, or the password or code was wrong. */
export type SignInOutcome = 'accepted' | 'wrong';

/** How long sign-ins are kept, unless the operator says otherwise. Network addresses are personal data, and older ones help nobody. */
export const SIGN_INS_KEPT_DAYS = 90;

/** Sign-ins of the same kind are one entry in this time, with their number, so that an attacker can't fill the list or the disk. */
export const SIGN_INS_TOGETHER_MILLIS = 3_600_000;

/** Whose sign-ins a role sees: an admin those of the domain, a mailbox user their own, the staff of partner and provider nobody's. */
export function signInsSeenBy(role: Role): 'domain' | 'own' | 'none' {
  if (isStaffRole(role)) return 'none';
  return role === 'domainAdmin' ? 'domain' : 'own';
}
