import type { Database } from '../../db/client.ts';
import { findPartnerIdOfHost } from '../partners/public.ts';

export type PanelAddressDeps = { db: Database; publicUrl: string };

/**
 * The panel's origin on a host of its own that a partner registered, null on any other. Scheme and port are those of the public
 * address. The gateway knows the panel by that address alone: what a payer's browser has of another is put in its place here.
 */
export async function panelOriginOn(deps: PanelAddressDeps, host: string): Promise<string | null> {
  const address = new URL(deps.publicUrl);
  if (host === address.hostname || (await findPartnerIdOfHost(deps.db.global, host)) === null) return null;
  address.hostname = host;
  return address.origin;
}

/** The same address of the panel under another of its origins; an address elsewhere stays what it is. */
export function movedTo(origin: string, url: string, from: string): string {
  return URL.canParse(url) && new URL(url).origin === from ? origin + url.slice(from.length) : url;
}
