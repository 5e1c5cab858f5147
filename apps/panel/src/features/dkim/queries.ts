import { deleteDkimKey, type DkimKeyView, enableDkimKey, generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { upsertDnsRecord } from '@postern/contract/dns';
import { TTL_DEFAULT_SECONDS } from '@postern/domain/dns';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The keys of the domain, the enabled one first. */
export const dkimKeysQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.dkimKeys(bundleId),
    queryFn: async ({ signal }) => await call(listDkimKeys, { bundleId }, { signal }),
  });

export const generateKeyMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async () => await call(generateDkimKey, {}),
    onSettled: () => readKeysAnew(bundleId),
  });

/** Checks the key's record if it was never seen, and enables the key. */
export const enableKeyMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ dkimId }: DkimKeyView) => await call(enableDkimKey, { dkimId }),
    onSettled: () => readKeysAnew(bundleId),
  });

/** Adds a record to the zone that we host, unless it exists already. */
async function publish({ host, value }: { host: string; value: string }): Promise<void> {
  try {
    await call(upsertDnsRecord, { type: 'TXT', host, values: [value], ttl: TTL_DEFAULT_SECONDS });
  } catch (error) {
    if (!hasCode(error, 'RECORD_EXISTS')) throw error;
  }
}

/** The second record is optional, so a full zone doesn't stop the key from signing. */
function unlessRefused(error: unknown): void {
  if (!hasCode(error, 'RECORD_LIMIT_REACHED') && !hasCode(error, 'ZONE_FAULT')) throw error;
}

/** Adds a key's records, and enables the key. */
export const publishKeyMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ dkimId, host, value, ed25519 }: DkimKeyView) => {
      await publish({ host, value });
      if (ed25519) await publish(ed25519).catch(unlessRefused);
      return await call(enableDkimKey, { dkimId });
    },
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.dnsRecords(bundleId) });
      await readKeysAnew(bundleId);
    },
  });

export const deleteKeyMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ dkimId }: DkimKeyView) => await call(deleteDkimKey, { dkimId }),
    onSettled: () => readKeysAnew(bundleId),
  });

/** Refreshes the keys, and what depends on them: the expected records and the plan. */
async function readKeysAnew(bundleId: string): Promise<void> {
  for (const stale of [queryKeys.domainConnection, queryKeys.domainPlan])
    void queryClient.invalidateQueries({ queryKey: stale(bundleId) });
  await queryClient.invalidateQueries({ queryKey: queryKeys.dkimKeys(bundleId) });
}
