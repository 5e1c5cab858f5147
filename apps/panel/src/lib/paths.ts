/** Addresses that features link to across their borders. Spec 1 §2. */
export const PATHS = {
  login: '/',
  autoLoginError: '/auto-login-error',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  redirectHandler: '/redirect-handler',
  purchase: '/partner/purchase',
  postPayment: '/postPayment',
  mobileHome: '/mobile-home',
  mailboxes: '/email-accounts',
  forwarders: '/internal-forward',
  catchAll: '/catch-all-email',
  spamFilter: '/spam-filter-control',
  devices: '/device-download',
  mailAppSettings: '/configure-desktop',
  billing: '/billing-and-upgrade',
  productNotFound: '/product-not-found',
} as const;
