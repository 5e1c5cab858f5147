import {
  deleteDnsRecord,
  type DnsRecordView,
  listDnsRecords,
  readZoneSigning,
  upsertDnsRecord,
} from '@postern/contract/dns';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export type ZoneView = OutputOf<typeof listDnsRecords>;
export type { DnsRecordView };

const STALE_AFTER_MS = 5_000;
/** How often to check again until the name servers answer with a change. */
const PUBLISHED_AFTER_MS = 5_000;

/** Whether the name servers still answer with older records than the list shows. */
export const isPublishing = ({ records, zoneStatus, isPublished }: ZoneView): boolean =>
  !isPublished && zoneStatus !== 'none' && records.length > 0;

/** The records that we host for the domain. */
export const dnsRecordsQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.dnsRecords(bundleId),
    queryFn: async ({ signal }) => await call(listDnsRecords, { bundleId }, { signal }),
    staleTime: STALE_AFTER_MS,
    refetchInterval: ({ state }) => (state.data && isPublishing(state.data) ? PUBLISHED_AFTER_MS : false),
  });

export type ZoneSigning = NonNullable<OutputOf<typeof readZoneSigning>['signing']>;

/** The DS record of the domain; null where there is nothing to say. */
export const zoneSigningQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.zoneSigning(bundleId),
    queryFn: async ({ signal }) => (await call(readZoneSigning, { bundleId }, { signal })).signing,
    staleTime: STALE_AFTER_MS,
    retry: false,
  });

export type RecordInput = InputOf<typeof upsertDnsRecord>;

/** Adds a record, or replaces the one with the given id, and shows that in the list. */
export const upsertRecordMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ idempotencyKey, ...input }: RecordInput & { idempotencyKey?: string }) =>
      (await call(upsertDnsRecord, input, idempotencyKey === undefined ? {} : { idempotencyKey })).record,
    onSuccess: (record) =>
      changeRecords(bundleId, (records) =>
        records.some(({ recordId }) => recordId === record.recordId)
          ? records.map((each) => (each.recordId === record.recordId ? record : each))
          : [...records, record],
      ),
    // After a refusal too, because someone else may have changed the list.
    onSettled: () => readAnew(bundleId),
  });

/** `gone`: someone else has deleted it already. */
export const deleteRecordMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (recordId: string) =>
      await call(deleteDnsRecord, { recordId }).then(
        () => 'deleted' as const,
        (error: unknown) => {
          if (hasCode(error, 'RECORD_NOT_FOUND')) return 'gone' as const;
          throw error;
        },
      ),
    onSuccess: (_, recordId) =>
      changeRecords(bundleId, (records) => records.filter((each) => each.recordId !== recordId)),
    onSettled: () => readAnew(bundleId),
  });

function changeRecords(bundleId: string, change: (records: DnsRecordView[]) => DnsRecordView[]): void {
  queryClient.setQueryData(
    dnsRecordsQuery(bundleId).queryKey,
    (zone) => zone && { ...zone, records: change(zone.records) },
  );
}

function readAnew(bundleId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.dnsRecords(bundleId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
}
