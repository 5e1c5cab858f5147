/** Active partners sell. Those still being set up, and closed ones, don't get the referral link. Spec 1 §6. */
const PARTNER_STATES = ['active', 'onboarding', 'closed'] as const;

export type PartnerState = (typeof PARTNER_STATES)[number];

/** What a partner leaves out on the home inside its page, because it shows it itself. Spec 2 §2, widget home. */
const HOME_FLAG_NAMES = [
  'hideUpgradeSection',
  'hideBuyMoreAccounts',
  'hideBillingSection',
  'hideSpamFilterControl',
] as const;

/** Switches of a partner. Spec 1 §3, Partner info; Spec 1 §6. */
export const PARTNER_FLAG_NAMES = [
  'forgoPayments',
  'hideBillingPageOnPaymentViaPartner',
  'hideIFrameHelpButton',
  'enableDNSVerification',
  'rebrandedToNeo',
  ...HOME_FLAG_NAMES,
] as const;

export type PartnerFlagName = (typeof PARTNER_FLAG_NAMES)[number];
type HomeFlagName = (typeof HOME_FLAG_NAMES)[number];

/**
 * forgoPayments: no payment screens, the partner bills. hideBillingPageOnPaymentViaPartner: paying leads to the partner's page.
 * hideIFrameHelpButton: no help link in a frame. enableDNSVerification: ownership is verified in the general brand too.
 * rebrandedToNeo: shows the notice of the new brand. Those of the home are absent until they are set.
 */
export type PartnerFlags = Record<Exclude<PartnerFlagName, HomeFlagName>, boolean> &
  Partial<Record<HomeFlagName, boolean>>;

/**
 * Addresses of a partner. The three apps are its own mail apps: in Apple's store, in Google's, and for computers. `createMailbox` is set by
 * partners that sell domains only and create the mailboxes on a site of their own (Spec 2 §6).
 */
export const PARTNER_URL_NAMES = [
  'webmail',
  'adminGuide',
  'termsOfUse',
  'privacyPolicy',
  'dnsRecordSetupUrl',
  'ofacSanctionGuide',
  'countryNotSupportedGuide',
  'signUp',
  'iosApp',
  'androidApp',
  'desktopApp',
  'createMailbox',
] as const;

type PartnerUrlName = (typeof PARTNER_URL_NAMES)[number];

/** Pages that the partner keeps elsewhere; null leaves the link out. Spec 1 §3, Partner info. */
export type PartnerUrls = Record<PartnerUrlName, string | null>;
