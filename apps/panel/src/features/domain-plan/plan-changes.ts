import type { PlanChange } from './queries.ts';

type ZoneRecord = PlanChange['after'][number];

/** One step as a person thinks of it: all records of a type at a host for one purpose, before and after. */
export type PlanStep = {
  purpose: PlanChange['why']['purpose'];
  isLeft: boolean;
  /** The reasons, each once. */
  codes: string[];
  before: ZoneRecord[];
  after: ZoneRecord[];
};

/** The steps that the plan makes. Values that stay are shown along with those added and removed. */
export function stepsToMake(changes: readonly PlanChange[]): PlanStep[] {
  return groupsOf(changes.filter(({ action, why }) => action !== 'leave' || why.verdict === 'match'))
    .filter((group) => group.some(({ action }) => action !== 'leave'))
    .map(stepOf);
}

/** The steps that only a person can decide. */
export const decisionsLeft = (changes: readonly PlanChange[]): PlanStep[] =>
  groupsOf(changes.filter(({ action, why }) => action === 'leave' && why.verdict !== 'match')).map(stepOf);

/** The record of a domain's Ed25519 key comes along with that of its RSA key: one change, here and on the page of the domain. */
const COMPANION = /-ed25519(?=\._domainkey$)/;

function groupsOf(changes: readonly PlanChange[]): PlanChange[][] {
  const placeOf = ({ after, before, why }: PlanChange) => {
    const [record] = [...after, ...before];
    return JSON.stringify([why.purpose, record?.type, record?.host.replace(COMPANION, '')]);
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

/** If another record conflicts, that is the reason, not that something is missing. */
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

/** The steps that a newer plan adds to the one that was read, and how many of its steps are gone. */
export function differenceOf(shown: readonly PlanChange[], now: readonly PlanChange[]) {
  const keysOf = (changes: readonly PlanChange[]) => new Set(stepsToMake(changes).map((step) => JSON.stringify(step)));
  const [old, fresh] = [keysOf(shown), keysOf(now)];
  return {
    isNew: (step: PlanStep): boolean => !old.has(JSON.stringify(step)),
    gone: [...old].filter((key) => !fresh.has(key)).length,
  };
}
