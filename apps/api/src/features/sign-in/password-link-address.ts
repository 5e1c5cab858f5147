import type { Sealer } from '../../secrets/seal.ts';
import { derivedToken } from '../../secrets/tokens.ts';

export type PasswordLinkPurpose = 'set-password' | 'reset-password';

/** The address that a link's owner opens. */
export function passwordLinkAddress(
  { sealer, publicUrl }: { sealer: Sealer; publicUrl: string },
  { purpose, linkId, email }: { purpose: PasswordLinkPurpose; linkId: string; email: string },
): string {
  const address = new URL(purpose === 'set-password' ? '/set-password' : '/reset-password', publicUrl);
  address.searchParams.set('token', linkToken(sealer, linkId));
  address.searchParams.set('email', email);
  return address.href;
}

/** The token of a mailed link, from the id of its mail. */
export const linkToken = (sealer: Sealer, messageId: string): string =>
  derivedToken(sealer.key, 'mailed-link', messageId);
