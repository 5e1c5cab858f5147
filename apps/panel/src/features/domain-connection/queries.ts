import { checkDomain, type DomainConnectData, readDomainConnection } from '@postern/contract/domain-connection';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export { mailTrouble } from './mail-trouble.ts';

/** The result of the last check of the domain's records. */
export const domainConnectionQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.domainConnection(bundleId),
    queryFn: async ({ signal }) => await call(readDomainConnection, { bundleId }, { signal }),
  });

/** Checks the records again. */
export const checkDomainMutation = (bundleId: string, domainName: string) =>
  mutationOptions({
    mutationFn: async () => await call(checkDomain, { domainName }),
    onSuccess: async (data) => {
      const { queryKey } = domainConnectionQuery(bundleId);
      // A read that is still in flight has an older result.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, data);
      // Other findings make the plan outdated.
      if (JSON.stringify(before?.findings) !== JSON.stringify(data.findings))
        void queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
    },
  });

/** Whether mail is known to arrive: the records are there, and our servers accept it. Also true for a domain without mail here. */
export const doesMailArrive = ({ status, mailReceives, expectedRecords }: DomainConnectData): boolean =>
  (status === 'verified' && mailReceives !== false) || !expectedRecords.some(({ purpose }) => purpose === 'mx');

/** Whether a check has shown that not all mail to the domain arrives here; false while that isn't known. */
export const isMailToConnect = ({ status, lastUpdated, expectedRecords }: DomainConnectData): boolean =>
  lastUpdated !== null &&
  (status === 'unverified' || status === 'verifying') &&
  expectedRecords.some(({ purpose }) => purpose === 'mx');
