import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { text, wholeNumber } from './shapes.ts';

/** The six values a theme gives; everything else is derived from them. */
export const theme = z.object({
  accentLightness: z.number(),
  accentChroma: z.number(),
  accentHue: z.number(),
  tintHue: z.number(),
  tintChroma: z.number(),
  radiusPx: z.number(),
  font: z.nullable(z.string()),
});

/** What the panel shows of a partner, to anyone. Spec 1 §3, Partner info. */
export const partnerInfo = z.object({
  partnerId: z.number(),
  companyName: z.string(),
  partnerState: z.enum(['active', 'onboarding', 'closed']),
  brand: z.enum(['general', 'neo']),
  resources: z.object({
    cpThemeId: z.string(),
    controlPanelLogoUrl: z.nullable(z.string()),
    controlPanelLogoDarkUrl: z.nullable(z.string()),
  }),
  theme,
  urls: z.object({
    webmail: z.nullable(z.string()),
    adminGuide: z.nullable(z.string()),
    termsOfUse: z.nullable(z.string()),
    privacyPolicy: z.nullable(z.string()),
    dnsRecordSetupUrl: z.nullable(z.string()),
    ofacSanctionGuide: z.nullable(z.string()),
    countryNotSupportedGuide: z.nullable(z.string()),
    signUp: z.nullable(z.string()),
    iosApp: z.nullable(z.string()),
    androidApp: z.nullable(z.string()),
    desktopApp: z.nullable(z.string()),
    createMailbox: z.nullable(z.string()),
  }),
  flags: z.object({
    forgoPayments: z.boolean(),
    hideBillingPageOnPaymentViaPartner: z.boolean(),
    hideIFrameHelpButton: z.boolean(),
    enableDNSVerification: z.boolean(),
    rebrandedToNeo: z.boolean(),
    /** True: left out on the home inside the partner's page. */
    hideUpgradeSection: z.optional(z.boolean()),
    hideBuyMoreAccounts: z.optional(z.boolean()),
    hideBillingSection: z.optional(z.boolean()),
    hideSpamFilterControl: z.optional(z.boolean()),
  }),
  emails: z.object({ supportEmail: z.string() }),
  paymentEnabled: z.boolean(),
  /** What the brand calls itself in `{product}`: the name of the max add-on and of the product in texts. */
  productName: z.string(),
  /** Whether the operator has a referral programme; left out if not. Who may take part in it is a rule of its own. */
  hasReferral: z.optional(z.boolean()),
});

export const readPartnerInfo = operation({
  id: 'readPartnerInfo',
  summary: "Read a partner's name, theme, addresses and flags, by partner, domain or host name.",
  description:
    'The panel reads this before anyone signs in, so it holds only what may be public. Send the host name of the page as `brandedHost`; for one that no partner has, the answer is the default partner.',
  feature: 'partners',
  method: 'GET',
  path: '/internal/getPartnerInfo',
  access: 'open',
  input: z.object({
    partnerId: z.optional(wholeNumber(1, 2147483647)),
    domainId: z.optional(text(253)),
    brandedHost: z.optional(text(253)),
  }),
  output: partnerInfo,
  errors: ['NOT_FOUND'],
});

export type PartnerInfo = z.infer<typeof partnerInfo>;
