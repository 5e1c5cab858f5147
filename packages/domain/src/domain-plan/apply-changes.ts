import type { ZoneRecord } from '../dns/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

/** The parts of a change that are needed to apply it. */
type Replacement = { before: readonly ZoneRecord[]; after: readonly ZoneRecord[] };

/** One record that was added or removed, and its place at that moment. */
export type ZoneEdit = { kind: 'insert' | 'remove'; record: ZoneRecord; place: number };

/** The zone isn't the one that the change was made for: check again. */
export type ZoneChangedRefusal = Refusal<'ZONE_CHANGED', { record: ZoneRecord }>;

/**
 * Applies changes: what should go must be there, what should come must not. New records take the place of the old ones, or the last place.
 */
export function applyChanges(
  zone: readonly ZoneRecord[],
  changes: readonly Replacement[],
): Outcome<{ zone: ZoneRecord[]; edits: ZoneEdit[] }, ZoneChangedRefusal> {
  const next = [...zone];
  const edits: ZoneEdit[] = [];
  for (const { before, after } of changes) {
    if (before === after) continue;
    let insertAt = before.length > 0 ? next.length : null;
    for (const record of before) {
      const place = placeOf(record, next);
      if (place < 0) return refused('ZONE_CHANGED', { record });
      next.splice(place, 1);
      edits.push({ kind: 'remove', record, place });
      insertAt = Math.min(place, insertAt ?? place);
    }
    for (const record of after) {
      if (placeOf(record, next) >= 0) return refused('ZONE_CHANGED', { record });
      const place = insertAt ?? next.length;
      next.splice(place, 0, record);
      edits.push({ kind: 'insert', record, place });
    }
  }
  return accepted({ zone: next, edits });
}

/** Undoes edits, last first. Other changes made since then stay; what the edits added must still be there. */
export function undoEdits(
  zone: readonly ZoneRecord[],
  edits: readonly ZoneEdit[],
): Outcome<ZoneRecord[], ZoneChangedRefusal> {
  const next = [...zone];
  for (const { kind, record, place } of edits.toReversed()) {
    if (kind === 'remove') {
      if (placeOf(record, next) >= 0) return refused('ZONE_CHANGED', { record });
      next.splice(Math.min(place, next.length), 0, record);
      continue;
    }
    const found = isSame(record, next[place]) ? place : placeOf(record, next);
    if (found < 0) return refused('ZONE_CHANGED', { record });
    next.splice(found, 1);
  }
  return accepted(next);
}

function placeOf(record: ZoneRecord, zone: readonly ZoneRecord[]): number {
  return zone.findIndex((each) => isSame(record, each));
}

function isSame(one: ZoneRecord, other: ZoneRecord | undefined): boolean {
  return (
    one.type === other?.type &&
    one.host === other.host &&
    one.value === other.value &&
    one.ttlSeconds === other.ttlSeconds
  );
}
