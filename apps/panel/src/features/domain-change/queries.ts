import {
  changeDomain,
  type DomainChange,
  type DomainChangePreview,
  previewDomainChange,
  readDomainChange,
} from '@postern/contract/domain-change';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { readSession, writeSession } from '../../lib/session/session-store.ts';

/** How often to poll the progress, in case no live events arrive. */
const ASK_AGAIN_MS = 3_000;

/** The last change of the domain with its progress; null if there was none. */
export const domainChangeQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.domainChange(bundleId),
    queryFn: async ({ signal }) => {
      const { change } = await call(readDomainChange, { bundleId }, { signal });
      if (change !== null) showNewDomain(bundleId, change);
      return change;
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data === null || data.state === 'finished' ? false : ASK_AGAIN_MS,
  });

/** Checks a new domain, and reads what would move there. */
export const previewDomainChangeMutation = () =>
  mutationOptions({
    mutationFn: async (newDomain: string): Promise<DomainChangePreview> =>
      (await call(previewDomainChange, { newDomain, ownershipConfirmed: true })).preview,
  });

/** Starts to move everything to another domain. */
export const changeDomainMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (newDomain: string) => await call(changeDomain, { newDomain, ownershipConfirmed: true }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.domainChange(bundleId) }),
  });

/** Switches the panel to the new domain's name as soon as the names have changed, and tells whether it did. */
export function showNewDomain(
  bundleId: string,
  { state, fromDomain, toDomain }: Pick<DomainChange, 'state' | 'fromDomain' | 'toDomain'>,
): boolean {
  const { bundleId: active, domain, loginEmail = '' } = readSession();
  if (state === 'queued' || active !== bundleId || domain !== fromDomain) return false;
  const isOfDomain = loginEmail.endsWith(`@${fromDomain}`);
  const email = isOfDomain ? `${loginEmail.slice(0, -fromDomain.length)}${toDomain}` : loginEmail;
  writeSession({ domain: toDomain, loginEmail: email });
  void queryClient.invalidateQueries({ queryKey: queryKeys.bundles });
  return true;
}
