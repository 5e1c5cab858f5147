import type { Sealer } from './seal.ts';
import { derivedToken } from './tokens.ts';

/** The token of a link to a domain's instructions, from the link's id. */
export const instructionToken = (sealer: Sealer, linkId: string): string =>
  derivedToken(sealer.key, 'instruction-link', linkId);

/** The address of such a link. The token is in the fragment, which no browser sends and no server logs. */
export function instructionAddress(
  { sealer, publicUrl }: { sealer: Sealer; publicUrl: string },
  linkId: string,
): string {
  const address = new URL('/domain-instructions', publicUrl);
  address.hash = instructionToken(sealer, linkId);
  return address.href;
}
