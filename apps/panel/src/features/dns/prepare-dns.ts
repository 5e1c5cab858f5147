import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { domainPlanQuery } from '../domain-plan/queries.ts';
import { dnsRecordsQuery } from './queries.ts';

/** Starts reading the records and the plan of missing ones, which the screen shows together. */
export async function prepareDns(): Promise<void> {
  const { bundleId = '' } = readSession();
  await Promise.all([
    queryClient.prefetchQuery(dnsRecordsQuery(bundleId)),
    queryClient.prefetchQuery(domainPlanQuery(bundleId)),
  ]);
}
