export const WELCOME_POPUPS = ['domain-admin', 'new-brand'] as const;
export type WelcomeKind = (typeof WELCOME_POPUPS)[number];

export type Newcomer = {
  isDomainAdmin: boolean;
  hasMail: boolean;
  /** The view lets domain admins be welcomed; the mobile one doesn't. */
  welcomesAdmins: boolean;
  /** The partner has moved to the small-business brand. */
  isRebranded: boolean;
  seen: readonly WelcomeKind[];
};

/** Which popup is shown, one a visit: both lead to mail, so only those are greeted who manage it. Spec 1 §2, App shell. */
export function welcomeDue({
  isDomainAdmin,
  hasMail,
  welcomesAdmins,
  isRebranded,
  seen,
}: Newcomer): WelcomeKind | null {
  if (!isDomainAdmin || !hasMail) return null;
  if (welcomesAdmins && !seen.includes('domain-admin')) return 'domain-admin';
  return isRebranded && !seen.includes('new-brand') ? 'new-brand' : null;
}
