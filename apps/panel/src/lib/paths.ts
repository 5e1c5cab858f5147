/** Addresses that features link to across their borders. Spec 1 §2. */
export const PATHS = {
  login: '/',
  autoLoginError: '/auto-login-error',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  redirectHandler: '/redirect-handler',
  purchase: '/partner/purchase',
  mailboxes: '/email-accounts',
  billing: '/billing-and-upgrade',
  productNotFound: '/product-not-found',
} as const;
