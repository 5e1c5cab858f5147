/** Providers where an import can sign in at the provider's own page, without a password. */
export const SIGN_IN_PROVIDERS = ['google', 'microsoft'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** How their pages and buttons call them. A name, so it is the same in every language. */
export const SIGN_IN_NAMES: Record<SignInProvider, string> = { google: 'Google', microsoft: 'Microsoft' };

/** How long a person has to sign in, and how long a finished sign-in waits for the import that uses it. */
export const SIGN_IN_MINUTES = 10;
export const SIGN_IN_KEPT_MINUTES = 45;

/** Sign-ins that one customer starts in 15 minutes. */
export const SIGN_INS_OF_CUSTOMER = 60;

/** How long ending an access is tried at the provider. Then it is only erased here. */
export const REVOKING_MINUTES = 60;

/** Whether an access can be ended at the provider. Microsoft has no such call (RFC 7009): there it ends when its token expires. */
export const canRevoke = (provider: SignInProvider): boolean => provider === 'google';

/**
 * Whether one of the addresses that a provider told of an account is the typed one. Capitals don't matter, and for Gmail's own addresses
 * neither do dots, nor which of its two domains it is.
 */
export const isAddressOf = (typed: string, told: readonly string[]): boolean =>
  told.map(plainAddress).includes(plainAddress(typed));

function plainAddress(address: string): string {
  const text = address.trim().toLowerCase();
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(text) ?? [];
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${local.replaceAll('.', '')}@gmail.com` : text;
}
