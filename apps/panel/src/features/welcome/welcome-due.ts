export const WELCOME_POPUPS = ['domain-admin', 'new-brand'] as const;
export type WelcomeKind = (typeof WELCOME_POPUPS)[number];

export type Newcomer = {
  isDomainAdmin: boolean;
  hasMail: boolean;
  /** Whether the view welcomes domain admins; the mobile one doesn't. */
  welcomesAdmins: boolean;
  /** Whether the partner has moved to the small-business brand. */
  isRebranded: boolean;
  seen: readonly WelcomeKind[];
};

/** The popup to show, one per visit. Both lead to mail, so only people who manage it see one. Spec 1 §2, App shell. */
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
