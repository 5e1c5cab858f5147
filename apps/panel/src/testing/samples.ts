import type { PartnerInfo } from '@postern/contract/partners';
import type { Bundle, Login } from '@postern/contract/session';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const MAY_2026 = '2026-05-04T00:00:00.000Z';

export const aPartner = (changes: Partial<PartnerInfo> = {}): PartnerInfo => ({
  partnerId: 54,
  companyName: 'Harbour Mail',
  partnerState: 'active',
  brand: 'general',
  resources: { cpThemeId: 'defaultTheme', controlPanelLogoUrl: null, controlPanelLogoDarkUrl: null },
  theme: {
    accentLightness: 0.46,
    accentChroma: 0.085,
    accentHue: 178,
    tintHue: 100,
    tintChroma: 0.0045,
    radiusPx: 10,
    font: null,
  },
  urls: {
    webmail: 'https://webmail.harbour.test/',
    adminGuide: null,
    termsOfUse: 'https://harbour.test/terms',
    privacyPolicy: 'https://harbour.test/privacy',
    dnsRecordSetupUrl: null,
    ofacSanctionGuide: null,
    countryNotSupportedGuide: null,
    signUp: 'https://harbour.test/start',
    iosApp: null,
    androidApp: null,
    desktopApp: null,
    createMailbox: null,
  },
  flags: {
    forgoPayments: false,
    hideBillingPageOnPaymentViaPartner: false,
    hideIFrameHelpButton: false,
    enableDNSVerification: true,
    rebrandedToNeo: false,
  },
  emails: { supportEmail: 'help@harbour.test' },
  paymentEnabled: true,
  productName: 'Harbour Mail',
  ...changes,
});

/** The small-business brand, in its own colours. */
export const aSmallBusinessPartner = (): PartnerInfo =>
  aPartner({
    partnerId: 55,
    companyName: 'Sprout',
    brand: 'neo',
    theme: {
      accentLightness: 0.43,
      accentChroma: 0.125,
      accentHue: 338,
      tintHue: 40,
      tintChroma: 0.006,
      radiusPx: 14,
      font: null,
    },
    emails: { supportEmail: 'hello@sprout.test' },
    productName: 'Sprout',
  });

export const aBundle = (changes: Partial<Bundle> = {}): Bundle => ({
  id: id(1),
  bundleId: id(1),
  name: 'bluebottle.coffee',
  domainName: 'bluebottle.coffee',
  status: 'active',
  locale: 'en',
  createdAt: MAY_2026,
  expiryDate: '2027-05-04',
  orders: [
    { id: id(11), type: 'MailSuite', planId: 12, planType: 'business_pro', status: 'active', createdAt: MAY_2026 },
  ],
  bundleFlags: [],
  ...changes,
});

export const anotherBundle = (domainName: string, n: number): Bundle =>
  aBundle({ id: id(n), bundleId: id(n), name: domainName, domainName });

export const aLogin = (changes: Partial<Login> = {}): Login => ({
  token: 'token-of-ada',
  partnerId: 54,
  actor: { role: 'domainAdmin', id: id(21), attrs: { userName: 'Ada Fields' } },
  bllUserId: id(22),
  primaryDomain: 'bluebottle.coffee',
  userEmail: 'ada@bluebottle.coffee',
  userId: id(21),
  accountId: null,
  name: 'Ada Fields',
  companyName: 'Blue Bottle',
  expiryEpochTimestamp: Date.parse(MAY_2026) + 43_200_000,
  adminType: 'customer',
  isDomainAdmin: true,
  locale: null,
  bundles: [aBundle()],
  ...changes,
});

export const anOrder = (changes: Partial<OrderDetails> = {}): OrderDetails => ({
  orderId: id(11),
  product: 'MailSuite',
  planId: 12,
  planDetails: {
    id: 12,
    type: 'business_pro',
    displayName: 'Business Pro',
    isTrial: false,
    isPaid: true,
    paidPlanId: null,
    features: [{ type: 'storage', attrs: { quota_in_gb: 30 } }],
  },
  status: 'active',
  flags: [],
  isProductSuspended: false,
  noOfAccounts: { limit: 10, purchased: 10, active: 7 },
  amountToBePaidOnRenewal: 239.88,
  expiry: '2027-05-04',
  createdAt: MAY_2026,
  addons: [],
  ...changes,
});

export const aCurrentPlan = (changes: Partial<CurrentPlan> = {}): CurrentPlan => ({
  currency: 'USD',
  billingCycle: 'yearly',
  renewalBillingCycle: 'yearly',
  expiresOn: '2027-05-04',
  trialUntil: null,
  autoRenew: true,
  amountToBePaidOnRenewal: 239.88,
  remainingDays: 165,
  isDomainPaid: false,
  showBillingCycleSwitcher: true,
  mailSuiteDetails: anOrder(),
  siteDetails: null,
  domainDetails: null,
  ...changes,
});
