import type { Database } from '../../db/client.ts';
import { findPartner, findPartnerIdOfHost } from './partner-repository.ts';

export type PanelAddressDeps = { db: Database; publicUrl: string };

/**
 * Where a partner's customers find the panel, for what leads to it from outside, such as mails: the host that the partner has chosen, or the
 * panel's public address. Scheme and port are those of the public address.
 */
export async function panelUrlOf({ db, publicUrl }: PanelAddressDeps, partnerId: number): Promise<string> {
  const host = (await findPartner(db.global, partnerId))?.panelHost ?? null;
  return host === null ? publicUrl : originAt(publicUrl, host);
}

/** The panel's origin on a partner's own registered host; null on any other host. Scheme and port are those of the public address. */
export async function panelOriginOn({ db, publicUrl }: PanelAddressDeps, host: string): Promise<string | null> {
  if (host === new URL(publicUrl).hostname || (await findPartnerIdOfHost(db.global, host)) === null) return null;
  return originAt(publicUrl, host);
}

function originAt(publicUrl: string, host: string): string {
  const address = new URL(publicUrl);
  address.hostname = host;
  return address.origin;
}
