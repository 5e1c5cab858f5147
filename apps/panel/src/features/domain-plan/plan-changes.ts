import type { PlanChange } from './queries.ts';

type ZoneRecord = PlanChange['after'][number];

/** One step as a person thinks of it: all records for one purpose, before and after, as the domain's own page shows them in one row. */
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
  return stepsOf(
    placesOf(changes.filter(({ action, why }) => action !== 'leave' || why.verdict === 'match')).filter((place) =>
      place.some(({ action }) => action !== 'leave'),
    ),
  );
}

/** The steps that only a person can decide. */
export const decisionsLeft = (changes: readonly PlanChange[]): PlanStep[] =>
  stepsOf(placesOf(changes.filter(({ action, why }) => action === 'leave' && why.verdict !== 'match')));

/** The record of a domain's Ed25519 key comes along with that of its RSA key, for the same reason. */
const COMPANION = /-ed25519(?=\._domainkey$)/;

/** The changes of one type at one host for one purpose share their reason. */
function placesOf(changes: readonly PlanChange[]): PlanChange[][] {
  const placeOf = ({ after, before, why }: PlanChange) => {
    const [record] = [...after, ...before];
    return JSON.stringify([why.purpose, record?.type, record?.host.replace(COMPANION, '')]);
  };
  return [...Map.groupBy(changes, placeOf).values()];
}

/** A purpose may need records at several places: the policy of MTA-STS has an address and a text. */
const stepsOf = (places: readonly PlanChange[][]): PlanStep[] =>
  [...Map.groupBy(places.map(stepAt), ({ purpose }) => purpose)].map(([purpose, steps]) => ({
    purpose,
    isLeft: steps.every(({ isLeft }) => isLeft),
    codes: [...new Set(steps.flatMap(({ codes }) => codes))],
    before: steps.flatMap(({ before }) => before),
    after: steps.flatMap(({ after }) => after),
  }));

function stepAt(group: readonly PlanChange[]): PlanStep {
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
