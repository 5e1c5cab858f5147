import type { Database } from '../../db/client.ts';
import { findPartnerIdOfServer } from '../partners/public.ts';

/** Who signed the token, according to the link: the partner, one of its installations, or both. */
export type NamedPartner = { partnerId?: number | undefined; serverId?: string | undefined };

/** The partner that a link names; or why there is none, for the partner's engineers to read. */
export async function findNamedPartner(
  { db }: { db: Database },
  { partnerId, serverId }: NamedPartner,
): Promise<number | string> {
  if (serverId === undefined) return partnerId ?? 'no partner';
  const ofServer = await findPartnerIdOfServer(db.global, serverId);
  return ofServer === null || ofServer !== (partnerId ?? ofServer) ? 'the server is none of this partner’s' : ofServer;
}
