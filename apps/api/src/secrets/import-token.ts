import type { Sealer } from './seal.ts';
import { derivedToken } from './tokens.ts';

/** The token of a link that continues one import, derived from the link's id. */
export const importToken = (sealer: Sealer, linkId: string): string => derivedToken(sealer.key, 'import-link', linkId);

/** The address of such a link. The page takes the token out of the address as soon as it opens. */
export function importAddress({ sealer, publicUrl }: { sealer: Sealer; publicUrl: string }, linkId: string): string {
  const address = new URL('/resume-import-email', publicUrl);
  address.searchParams.set('token', importToken(sealer, linkId));
  return address.href;
}
