/** Active partners sell; those still being set up and closed ones don't get the referral link. Spec 1 §6. */
export const PARTNER_STATES = ['active', 'onboarding', 'closed'] as const;

export type PartnerState = (typeof PARTNER_STATES)[number];

/** Switches of a partner. Spec 1 §3, Partner info; Spec 1 §6. */
export const PARTNER_FLAG_NAMES = [
  'forgoPayments',
  'hideBillingPageOnPaymentViaPartner',
  'hideIFrameHelpButton',
  'enableDNSVerification',
  'rebrandedToNeo',
] as const;

export type PartnerFlagName = (typeof PARTNER_FLAG_NAMES)[number];

/**
 * forgoPayments: no payment screens, the partner bills. hideBillingPageOnPaymentViaPartner: paying leads to the partner's page.
 * hideIFrameHelpButton: no help link in a frame. enableDNSVerification: ownership is verified in the general brand too.
 * rebrandedToNeo: shows the notice of the new brand.
 */
export type PartnerFlags = Record<PartnerFlagName, boolean>;

/** Where the panel sends people for what the partner keeps elsewhere; null leaves the link out. Spec 1 §3, Partner info. */
export type PartnerUrls = {
  webmail: string | null;
  adminGuide: string | null;
  termsOfUse: string | null;
  privacyPolicy: string | null;
  dnsRecordSetupUrl: string | null;
  ofacSanctionGuide: string | null;
  countryNotSupportedGuide: string | null;
  signUp: string | null;
  /** The partner's own mail apps: in Apple's store, in Google's, and for computers. */
  iosApp: string | null;
  androidApp: string | null;
  desktopApp: string | null;
};
