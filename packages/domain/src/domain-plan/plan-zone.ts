import { checkZone, newZoneFault, type ZoneFault, type ZoneRecord } from '../dns/index.ts';
import { blocked, compareGroup, type ExpectedRecord, type Finding, groupsOf } from '../domain-connection/index.ts';
import { accepted, type Outcome, refused, type Refusal } from '../verdict/index.ts';
import { applyChanges, undoEdits, type ZoneChangedRefusal, type ZoneEdit } from './apply-changes.ts';

/** One step of a plan: what is there, what will be, and why. `leave` changes nothing: all is well, or only a person can decide. */
export type ZoneChange = {
  action: 'add' | 'change' | 'merge' | 'remove' | 'leave';
  before: ZoneRecord[];
  after: ZoneRecord[];
  why: Pick<Finding, 'purpose' | 'verdict' | 'code'>;
};

/** What an undo needs: the edits, and the faults that the zone had before, which may come back with it. */
export type UndoPlan = { edits: ZoneEdit[]; knownFaults: ZoneFault[] };

/** The zone has changed so that undoing the plan would break it. */
type UndoRefusal = ZoneChangedRefusal | Refusal<'WOULD_BREAK_ZONE', { host: string }>;

/**
 * What to do so that a zone has what is expected: a change for each finding, where a rule can decide. A change that would break a good zone
 * is left to a person. Optional records come along with other changes; alone they cause none. Made again after it was applied, a plan
 * changes nothing.
 */
export function planZone(
  zone: readonly ZoneRecord[],
  expected: readonly ExpectedRecord[],
  zoneName: string,
): ZoneChange[] {
  const isNeeded = ({ isOptional }: ExpectedRecord) => isOptional !== true;
  const needed = planRecords(zone, expected.filter(isNeeded), zoneName);
  return needed.every(({ action }) => action === 'leave') ? needed : planRecords(zone, expected, zoneName);
}

function planRecords(zone: readonly ZoneRecord[], expected: readonly ExpectedRecord[], zoneName: string): ZoneChange[] {
  const groups = groupsOf(expected);
  const decided = new Map<ExpectedRecord[], ZoneChange[]>();
  let planned = [...zone];
  // One group's change may clear the way for another that was blocked, so the blocked ones are tried again until nothing moves.
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false;
    for (const group of groups.filter((each) => !decided.get(each)?.every(isDone))) {
      const { changes, next } = planGroup(group, planned, zoneName);
      decided.set(group, changes);
      if (changes.some(({ action }) => action !== 'leave')) hasMoved = true;
      planned = next;
    }
  }
  return groups.flatMap((group) => decided.get(group) ?? []);
}

/** Applies a plan to the zone it was made for. */
export function applyPlan(
  zone: readonly ZoneRecord[],
  plan: readonly ZoneChange[],
  zoneName: string,
): Outcome<{ zone: ZoneRecord[]; undo: UndoPlan }, ZoneChangedRefusal> {
  const carried = applyChanges(
    zone,
    plan.filter(({ action }) => action !== 'leave'),
  );
  if (!carried.ok) return carried;
  return accepted({
    zone: carried.value.zone,
    undo: { edits: carried.value.edits, knownFaults: checkZone(zone, zoneName) },
  });
}

/** Undoes an applied plan. A zone that wasn't touched since is restored byte for byte. */
export function undoPlan(
  zone: readonly ZoneRecord[],
  undo: UndoPlan,
  zoneName: string,
): Outcome<ZoneRecord[], UndoRefusal> {
  const undone = undoEdits(zone, undo.edits);
  if (!undone.ok) return undone;
  const fault = newZoneFault(zone, undone.value, zoneName, undo.knownFaults);
  return fault ? refused('WOULD_BREAK_ZONE', { host: fault.host }) : accepted(undone.value);
}

function planGroup(
  group: ExpectedRecord[],
  zone: ZoneRecord[],
  zoneName: string,
): { changes: ZoneChange[]; next: ZoneRecord[] } {
  const findings = compareGroup(group, zone);
  const carried = applyChanges(zone, findings);
  if (carried.ok && !newZoneFault(zone, carried.value.zone, zoneName)) {
    return { changes: findings.map(changeOf), next: carried.value.zone };
  }
  return { changes: group.map((each) => changeOf(blocked(each, [], 'WOULD_BREAK_ZONE'))), next: zone };
}

function changeOf({ purpose, verdict, code, before, after }: Finding): ZoneChange {
  return { action: actionOf(before, after, code), before, after, why: { purpose, verdict, code } };
}

function actionOf(before: ZoneRecord[], after: ZoneRecord[], code: Finding['code']): ZoneChange['action'] {
  if (before === after) return 'leave';
  if (code === 'MERGE_SPF') return 'merge';
  if (before.length === 0) return 'add';
  return after.length === 0 ? 'remove' : 'change';
}

/** Applied, or good as it is; a blocked change is neither. */
function isDone({ action, why }: ZoneChange): boolean {
  return action !== 'leave' || why.verdict === 'match';
}
