import { followChanges } from '@postern/contract/live';
import { showNewDomain } from '../../features/domain-change/queries.ts';
import { readListsAnew } from '../../features/mailboxes/queries.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import type { ServerEvent } from '../../lib/live/event-parser.ts';
import { applyMailChanges } from './apply-mail-changes.ts';

/** Events this close together are applied together: a hundred new mailboxes cause one read. */
const TOGETHER_MS = 250;

/** Collects a bundle's events and applies them a moment later. */
export function collectLiveEvents(bundleId: string): { take: (event: ServerEvent) => void; drop: () => void } {
  let waiting: ServerEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function show() {
    const events = waiting;
    waiting = [];
    timer = undefined;
    const dataOf = (wanted: string) => events.flatMap(({ name, data }) => (name === wanted ? [parse(data)] : []));
    const changes = dataOf('mailboxes').map((data) => followChanges.events.mailboxes.safeParse(data).data ?? null);
    const known = changes.filter((change) => change !== null);
    const jobs = dataOf('bulk');
    const moves = dataOf('domain-change').map((data) => isMove(data) && showNewDomain(bundleId, data));
    // An event that only a newer server knows: this panel can't tell what it makes stale.
    const isLost = dataOf('reload').length > 0 || known.length < changes.length;
    // A bulk job reports only itself, not each mailbox: its changes are read when it is done.
    if (isLost || moves.includes(true) || jobs.some((job) => job?.['status'] === 'finished')) return readAnew(bundleId);
    if (jobs.length > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.allBulkJobs(bundleId) });
    if (events.some(({ name }) => name === 'import'))
      void queryClient.invalidateQueries({ queryKey: queryKeys.imports(bundleId) });
    if (moves.length > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.domainChange(bundleId) });
    if (events.some(({ name }) => name === 'domain-check'))
      void queryClient.invalidateQueries({ queryKey: queryKeys.domainConnection(bundleId) });
    if (events.some(({ name }) => name === 'dns-records')) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.dnsRecords(bundleId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
    }
    if (events.some(({ name }) => name === 'dkim-keys'))
      for (const stale of [queryKeys.dkimKeys, queryKeys.domainConnection, queryKeys.domainPlan])
        void queryClient.invalidateQueries({ queryKey: stale(bundleId) });
    if (events.some(({ name }) => name === 'support-visits'))
      for (const stale of [queryKeys.supportVisits, queryKeys.allActivity])
        void queryClient.invalidateQueries({ queryKey: stale(bundleId) });
    applyMailChanges(bundleId, known);
  }
  return {
    take: (event) => {
      waiting.push(event);
      timer ??= setTimeout(show, TOGETHER_MS);
    },
    drop: () => clearTimeout(timer),
  };
}

type Move = Parameters<typeof showNewDomain>[1];
const isMove = (data: Record<string, unknown> | null): data is Record<string, unknown> & Move =>
  data !== null && typeof data['fromDomain'] === 'string' && typeof data['toDomain'] === 'string';

/** Everything of the bundle, except a preview that the person is about to confirm. */
function readAnew(bundleId: string): void {
  const apart: unknown[] = [queryKeys.bulkPreview(bundleId)[0], queryKeys.mailboxes(bundleId)[0]];
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, of] }) => of === bundleId && !apart.includes(name),
  });
  readListsAnew(bundleId);
}

function parse(data: string): Record<string, unknown> | null {
  try {
    return JSON.parse(data) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}
