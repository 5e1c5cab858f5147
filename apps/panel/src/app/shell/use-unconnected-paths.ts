import { mayWithDomain } from '@postern/domain/domain-connection';
import { useQuery } from '@tanstack/react-query';
import { domainConnectionQuery, isMailToConnect } from '../../features/domain-connection/queries.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { isMailboxUser } from '../guards.ts';

/** The screens to mark because the domain isn't connected yet; none while that isn't known. */
export function useUnconnectedPaths(): readonly string[] {
  const session = useSession();
  const mayRead = mayWithDomain(useRole(), 'read') && !isMailboxUser(session);
  const { data } = useQuery({ ...domainConnectionQuery(session.bundleId ?? ''), enabled: mayRead });
  if (!data || data.lastUpdated === null) return [];
  const hasSite = data.expectedRecords.some(({ purpose }) => purpose === 'a');
  const isSiteToConnect = hasSite && !(data.aVerified && data.cNameVerified);
  return [...(isMailToConnect(data) ? [PATHS.domainSetUp] : []), ...(isSiteToConnect ? [PATHS.siteDomain] : [])];
}
