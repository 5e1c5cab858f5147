/** The paths of all screens, for links between features. Spec 1 §2. */
export const PATHS = {
  login: '/',
  autoLogin: '/autoLogin',
  widgetLogin: '/partner/cpWidget',
  webmailLogin: '/webmail/autoLogin',
  autoLoginError: '/auto-login-error',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  restoreAddress: '/restore-address',
  keepAccount: '/keep-account',
  /** All domains of the customer, to open another one. */
  domains: '/domains',
  /** Where the provider's and partners' supporters sign in and search. */
  staff: '/staff',
  /** A customer's details, before a visit. */
  staffCustomer: '/staff/customers/$customer',
  staffPassword: '/staff/set-password',
  redirectHandler: '/redirect-handler',
  purchase: '/partner/purchase',
  provision: '/partner/provision',
  postPayment: '/postPayment',
  /** The first screen inside a partner's page. */
  home: '/home',
  mobileHome: '/mobile-home',
  mailboxes: '/email-accounts',
  bulk: '/email-accounts/bulk',
  forwarders: '/internal-forward',
  catchAll: '/catch-all-email',
  mailImport: '/import-email',
  resumeImport: '/resume-import-email',
  /** The window in which a person signs in at the old provider. */
  importSignIn: '/import-sign-in',
  spamFilter: '/spam-filter-control',
  clientSetup: '/device-download',
  security: '/security',
  activity: '/activity',
  referral: '/refer',
  domainSetUp: '/domain-verification',
  /** Another path of the same screen. */
  activate: '/activate',
  domainInstructions: '/domain-instructions',
  siteDomain: '/connect-site-domain',
  manageDns: '/manage-dns',
  emailReputation: '/email-reputation',
  changeDomain: '/change-domain',
  billing: '/billing-and-upgrade',
  subscription: '/billing-and-subscription',
  siteBilling: '/site-billing-and-upgrade',
  buyMailboxes: '/buy-email-account',
  /** An add-on to buy, and those of its kind that the domain has. */
  addOn: '/addons/$addon',
  ownAddOn: '/manage-subscriptions/$addon',
  /** Where a bank's own tab ends. */
  paymentReturn: '/payment-return',
  productNotFound: '/product-not-found',
} as const;
