import type { PlanChange } from './queries.ts';

type ZoneRecord = PlanChange['after'][number];

/** One thing that is done, or left, as a person thinks of it: all records of a kind at a host that serve one purpose, before and after. */
export type PlanStep = {
  purpose: PlanChange['why']['purpose'];
  isLeft: boolean;
  /** Why, each reason once. */
  codes: string[];
  before: ZoneRecord[];
  after: ZoneRecord[];
};

/** What the plan changes by itself. Values that stay are shown with those that come and go beside them. */
export function stepsToMake(changes: readonly PlanChange[]): PlanStep[] {
  return groupsOf(changes.filter(({ action, why }) => action !== 'leave' || why.verdict === 'match'))
    .filter((group) => group.some(({ action }) => action !== 'leave'))
    .map(stepOf);
}

/** What only a person can decide. */
export const decisionsLeft = (changes: readonly PlanChange[]): PlanStep[] =>
  groupsOf(changes.filter(({ action, why }) => action === 'leave' && why.verdict !== 'match')).map(stepOf);

function groupsOf(changes: readonly PlanChange[]): PlanChange[][] {
  const placeOf = ({ after, before, why }: PlanChange) => {
    const [record] = [...after, ...before];
    return JSON.stringify([why.purpose, record?.type, record?.host]);
  };
  return [...Map.groupBy(changes, placeOf).values()];
}

function stepOf(group: PlanChange[]): PlanStep {
  const open = group.filter(({ why }) => why.verdict !== 'match');
  const before = distinct(group.flatMap((change) => change.before));
  return {
    purpose: group[0]?.why.purpose ?? 'mx',
    isLeft: open.every(({ action }) => action === 'leave'),
    codes: reasonsOf([...new Set(open.map(({ why }) => why.code))], before.length > 0),
    before,
    after: distinct(group.flatMap((change) => change.after)),
  };
}

/** That something is missing goes without saying where something else is in its way. */
function reasonsOf(codes: string[], isThere: boolean): string[] {
  const others = codes.filter((code) => code !== 'ADD_RECORD');
  if (others.length > 0) return others;
  return isThere ? ['ADD_TO_OTHERS'] : codes;
}

export const keyOfRecord = ({ type, host, value, ttlSeconds }: ZoneRecord): string =>
  JSON.stringify([type, host, value, ttlSeconds]);

const distinct = (records: readonly ZoneRecord[]): ZoneRecord[] => [
  ...new Map(records.map((record) => [keyOfRecord(record), record])).values(),
];

/** What a plan made anew has that the one looked at before had not, and how many steps of that one are gone. */
export function differenceOf(shown: readonly PlanChange[], now: readonly PlanChange[]) {
  const keysOf = (changes: readonly PlanChange[]) => new Set(stepsToMake(changes).map((step) => JSON.stringify(step)));
  const [old, fresh] = [keysOf(shown), keysOf(now)];
  return {
    isNew: (step: PlanStep): boolean => !old.has(JSON.stringify(step)),
    gone: [...old].filter((key) => !fresh.has(key)).length,
  };
}
