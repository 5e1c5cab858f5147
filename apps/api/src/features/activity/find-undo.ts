import { isDeepStrictEqual } from 'node:util';
import type { ActivityEntry } from '@postern/contract/activity';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { listZoneRecords } from '../dns/public.ts';
import { listUndoIds } from '../domain-plan/public.ts';

type Recorded = { auditId: string; action: string; attrs: Record<string, unknown> };
type Undo = NonNullable<ActivityEntry['undo']>;

/** Steps of visits that the owner can undo, by the record's id: only those whose result hasn't changed since. */
export async function findUndo(
  tx: Queryable,
  key: BundleKey,
  rows: readonly Recorded[],
): Promise<ReadonlyMap<string, Undo>> {
  const ofVisits = rows.filter(({ attrs }) => attrs['visit'] !== undefined);
  const found = new Map<string, Undo>();
  const plans = ofVisits.filter(({ action }) => action === 'dns-plan.applied');
  const planIds = plans.map(({ attrs }) => String(attrs['planId']));
  const undoIds = planIds.length === 0 ? [] : await listUndoIds(tx, key, planIds);
  for (const { auditId, attrs } of plans) {
    const undoId = undoIds.find(({ planId }) => planId === attrs['planId'])?.undoId;
    if (undoId !== undefined) found.set(auditId, { kind: 'plan', id: undoId });
  }
  const added = ofVisits.filter(({ action }) => action === 'dns-record.added');
  const records = added.length === 0 ? [] : await listZoneRecords(tx, key);
  for (const { auditId, attrs } of added) {
    const record = records.find((one) => isDeepStrictEqual({ ...one }, attrs['after']));
    if (record !== undefined) found.set(auditId, { kind: 'record', id: record.recordId });
  }
  return found;
}
