import { mayWithDomain } from '@postern/domain/domain-connection';
import { useQuery } from '@tanstack/react-query';
import { domainConnectionQuery, isMailToConnect } from '../../features/domain-connection/queries.ts';
import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';

/** `step`: something has to be done there. `checking`: nothing to do but wait. */
export type DomainMark = 'step' | 'checking';

/** The screens to mark because the domain isn't connected, or because nobody knows yet whether it is. */
export function useDomainMarks(): ReadonlyMap<string, DomainMark> {
  const session = useSession();
  const mayRead = mayWithDomain(useRole(), 'read') && !isMailboxUser(session);
  const { data } = useQuery({ ...domainConnectionQuery(session.bundleId ?? ''), enabled: mayRead });
  const marks = new Map<string, DomainMark>();
  if (!data) return marks;
  const wants = (kind: 'mx' | 'a') => data.expectedRecords.some(({ purpose }) => purpose === kind);
  if (data.lastUpdated === null) {
    // A first check that got no answer is followed by others.
    if (wants('mx')) marks.set(PATHS.domainSetUp, 'checking');
    if (wants('a')) marks.set(PATHS.siteDomain, 'checking');
    return marks;
  }
  // Where we hold the zone and some records are seen, we have set them, and the others follow.
  const isFollowing = data.zoneStatus === 'active' && data.status === 'verifying';
  if (isMailToConnect(data)) marks.set(PATHS.domainSetUp, isFollowing ? 'checking' : 'step');
  if (wants('a') && !(data.aVerified && data.cNameVerified)) marks.set(PATHS.siteDomain, 'step');
  return marks;
}
