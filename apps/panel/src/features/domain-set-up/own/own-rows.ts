import type { DomainConnectData } from '@postern/contract/domain-connection';
import { parseDmarcTags } from '@postern/domain/mail-policies';
import type { Purpose } from '../../domain-connection/panel.ts';
import { decisionsLeft, type PlanStep, stepsToMake } from '../../domain-plan/panel.ts';
import type { DomainPlanData } from '../../domain-plan/queries.ts';

/** One purpose of the domain's records: what the one press does about it, and whether the world sees it. */
export type OwnRow = {
  purpose: Purpose;
  change: 'new' | 'changed' | 'none' | 'left';
  /** The values that will be there, each with the words that are new in it. */
  values: { value: string; added: readonly string[] }[];
  /** The values that go. */
  gone: string[];
  /** Why only a person can decide, as codes. */
  codes: string[];
  /** Whether a name server has answered with it; for DKIM also that mail is signed. */
  isSeen: boolean;
};

type Seen = { purpose: Purpose; isSeen: boolean };

/** The rows of the plan, in its order; before it is there, those that a check has looked for. */
export function ownRows(plan: DomainPlanData | undefined, data: DomainConnectData, seen: readonly Seen[]): OwnRow[] {
  const isSeen = (purpose: Purpose) => seen.some((each) => each.purpose === purpose && each.isSeen);
  if (!plan)
    return seen
      .filter(({ purpose }) => purpose !== 'ownership')
      .map((each) => ({ ...each, change: 'none', ...valuesFound(data, each.purpose), codes: [] }));
  const steps = stepsToMake(plan.changes);
  const left = decisionsLeft(plan.changes);
  const purposes = [...new Set(plan.changes.map(({ why }) => why.purpose))].toSorted(
    (one, other) => ORDER.indexOf(one) - ORDER.indexOf(other),
  );
  return purposes.map((purpose) => {
    const mine = steps.filter((step) => step.purpose === purpose);
    const open = left.filter((step) => step.purpose === purpose);
    const kept = plan.changes.filter(({ why, action }) => why.purpose === purpose && action === 'leave');
    const before = [...mine, ...open].flatMap((step) => step.before);
    const after = mine.length > 0 ? mine.flatMap((step) => step.after) : kept.flatMap((change) => change.before);
    const values = distinct(after.filter(isMain).map(({ value }) => value));
    return {
      purpose,
      change: open.length > 0 ? 'left' : mine.length === 0 ? 'none' : changeOf(mine),
      values: values.map((value) => ({ value: shown(purpose, value), added: addedWords(value, before) })),
      gone: mine.length === 0 ? [] : distinct(goneOf(mine)).map((value) => shown(purpose, value)),
      codes: open.flatMap(({ codes }) => codes),
      isSeen: isSeen(purpose),
    };
  });
}

/** A policy that only asks for reports turns nothing away. */
export const isOnlyWatching = ({ purpose, values }: OwnRow): boolean =>
  purpose === 'dmarc' && values.some(({ value }) => policyOf(value) === 'none');

function policyOf(value: string): string | undefined {
  const read = parseDmarcTags(value);
  return read.ok ? read.value.get('p')?.toLowerCase() : undefined;
}

const ORDER: readonly Purpose[] = ['ownership', 'mx', 'spf', 'dkim', 'dmarc', 'a', 'cname', 'mta-sts', 'tls-rpt'];

/** The record of the Ed25519 key comes along; a person needn't see both. */
const isMain = ({ host }: PlanStep['after'][number]): boolean => !host.endsWith('-ed25519._domainkey');

const changeOf = (steps: readonly PlanStep[]) => (steps.every(({ before }) => before.length === 0) ? 'new' : 'changed');

const goneOf = (steps: readonly PlanStep[]): string[] =>
  steps.flatMap(({ before, after }) =>
    before
      .filter(({ type, value }) => type !== 'TXT' && !after.some((each) => each.value === value))
      .map(({ value }) => value),
  );

/** Only texts of several words are compared word by word. */
function addedWords(value: string, before: PlanStep['before']): string[] {
  const words = value.split(' ');
  const there = new Set(before.filter(({ type }) => type === 'TXT').flatMap((record) => record.value.split(' ')));
  return there.size === 0 ? [] : words.filter((word) => !there.has(word));
}

function valuesFound({ expectedRecords }: DomainConnectData, purpose: Purpose) {
  const values = expectedRecords.filter((row) => row.purpose === purpose && !row.Host.endsWith('-ed25519._domainkey'));
  return { values: values.map(({ Point_to }) => ({ value: Point_to, added: [] })), gone: [] };
}

/** Without the priority of a mail server. */
const shown = (purpose: Purpose, value: string): string => (purpose === 'mx' ? value.replace(/^\d+ /, '') : value);

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
