import type { Database } from '../../db/client.ts';
import { findPartnerIdOfHost } from '../partners/public.ts';

export type PanelAddressDeps = { db: Database; publicUrl: string };

/**
 * The panel's origin on a partner's own registered host; null on any other host. Scheme and port are those of the public address. The
 * gateway knows the panel only by its public address, so addresses are translated between the two here.
 */
export async function panelOriginOn(deps: PanelAddressDeps, host: string): Promise<string | null> {
  const address = new URL(deps.publicUrl);
  if (host === address.hostname || (await findPartnerIdOfHost(deps.db.global, host)) === null) return null;
  address.hostname = host;
  return address.origin;
}

/** Moves an address of the panel to another of its origins. Other addresses stay as they are. */
export function movedTo(origin: string, url: string, from: string): string {
  return URL.canParse(url) && new URL(url).origin === from ? origin + url.slice(from.length) : url;
}
