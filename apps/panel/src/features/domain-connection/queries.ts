import { checkDomain, type DomainConnectData, readDomainConnection } from '@postern/contract/domain-connection';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** What is known of the domain's records by the last check. */
export const domainConnectionQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.domainConnection(bundleId),
    queryFn: async ({ signal }) => await call(readDomainConnection, { bundleId }, { signal }),
  });

/** Looks at the records anew. */
export const checkDomainMutation = (bundleId: string, domainName: string) =>
  mutationOptions({
    mutationFn: async () => await call(checkDomain, { domainName }),
    onSuccess: async (data) => {
      const { queryKey } = domainConnectionQuery(bundleId);
      // An earlier reading that is still on its way knows less.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, data);
      // A plan is of its moment: what is found otherwise asks for another one.
      if (JSON.stringify(before?.findings) !== JSON.stringify(data.findings))
        void queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
    },
  });

/** Whether it is known that mail to the domain doesn't arrive here, or not all of it; while nobody could say, nobody is told so. */
export const isMailToConnect = ({ status, lastUpdated, expectedRecords }: DomainConnectData): boolean =>
  lastUpdated !== null &&
  (status === 'unverified' || status === 'verifying') &&
  expectedRecords.some(({ purpose }) => purpose === 'mx');
