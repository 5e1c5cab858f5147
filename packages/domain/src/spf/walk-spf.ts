import { SPF_LOOKUPS_MAXIMUM, SPF_MX_MAXIMUM, SPF_VOIDS_MAXIMUM } from './limits.ts';
import { isSpfText, parseSpf } from './parse-spf.ts';
import { renderSpfTerm } from './render-spf.ts';
import { couldBeName, literalName } from './spf-name.ts';
import { isMechanism, type SpfQualifier, type SpfRecord, type SpfTerm } from './spf-record.ts';
import { asksDns, termsThatCount } from './spf-warnings.ts';

/** A lookup on the way through a record and what it includes. Names are full, in lower case, without the trailing dot. */
export type SpfQuestion = { name: string; type: 'TXT' | 'A' | 'AAAA' | 'MX' };

/** The values of the name, MX as `10 mx.example.net`; empty if there is no such name or nothing of the type. Null: no answer. */
export type SpfAnswer = readonly string[] | null;

/** Why receivers report a permanent error. `term` is the domain's own term that leads there. RFC 7208 §4.6.4, §5.2, §5.4. */
type SpfWalkFault =
  | { code: 'SPF_WALK_TOO_MANY_LOOKUPS'; attrs: { term: string; maximum: number } }
  | { code: 'SPF_WALK_TOO_MANY_VOIDS'; attrs: { voids: number; maximum: number; names: string } }
  | { code: 'SPF_WALK_TOO_MANY_MX'; attrs: { term: string; name: string; count: number; maximum: number } }
  | { code: 'SPF_WALK_INVALID'; attrs: { term: string; name: string; word: string } }
  | { code: 'SPF_WALK_NO_RECORD' | 'SPF_WALK_TWO_RECORDS' | 'SPF_WALK_LOOP'; attrs: { term: string; name: string } };

/** All lookups of a record, for a sender that no term matches. Advice only: none of it makes a domain unverified. */
export type SpfWalk = {
  /** Counting stops at the first one beyond the limit. */
  lookups: number;
  maximum: number;
  /** Lookups that found nothing. */
  voids: number;
  /**
   * The lookups of each of the record's terms, with everything it leads to. `isWhole` is false if the limit or a missing answer ended the
   * count early.
   */
  parts: { term: string; lookups: number; isWhole: boolean }[];
  faults: SpfWalkFault[];
  /** Names that got no answer, so nothing is said of them (ADR 18). */
  unanswered: string[];
};

/** How many names are reported; after fixing these, the next ones appear. */
const NAMES_TOLD = 5;
/** Bounds what others wrote. */
const CHARACTERS_TOLD = 100;

type State = {
  lookups: number;
  voids: string[];
  faults: SpfWalkFault[];
  unanswered: Set<string>;
  isOver: boolean;
  /** The record's term that is being followed. */
  term: string;
};
type Asking<T> = Generator<SpfQuestion[], T, SpfAnswer[]>;
type Here = { domain: string; path: readonly string[]; answers: ReadonlyMap<string, SpfAnswer> };

/**
 * Walks through a record and what it includes, in the order of a receiver. Yields the lookups to make at the same time, and takes the
 * answers in that order. Ends at the first lookup beyond the limit, and where the record includes itself. Names with macros depend on the
 * mail: they count, but aren't looked up.
 */
export function* walkSpf(record: SpfRecord, domain: string): Asking<SpfWalk> {
  const state: State = { lookups: 0, voids: [], faults: [], unanswered: new Set(), isOver: false, term: '' };
  const parts: SpfWalk['parts'] = [];
  yield* walkRecord(state, record, { domain, path: [domain] }, parts);
  const { lookups, voids, faults, unanswered } = state;
  if (voids.length > SPF_VOIDS_MAXIMUM) {
    const names = [...new Set(voids)].slice(0, NAMES_TOLD).join(', ');
    const attrs = { voids: voids.length, maximum: SPF_VOIDS_MAXIMUM, names };
    faults.push({ code: 'SPF_WALK_TOO_MANY_VOIDS', attrs });
  }
  return {
    ...{ lookups, maximum: SPF_LOOKUPS_MAXIMUM, voids: voids.length },
    ...{ parts, faults, unanswered: [...unanswered].slice(0, NAMES_TOLD) },
  };
}

/** The result for a sender that nothing matched before; null: the next term decides. `parts` for the domain's own record. */
function* walkRecord(
  state: State,
  record: SpfRecord,
  place: Omit<Here, 'answers'>,
  parts: SpfWalk['parts'] | null,
): Asking<SpfQualifier | null> {
  const terms = termsThatCount(record);
  // `redirect` always comes last, wherever it is written. RFC 7208 §6.1.
  const inOrder = [...terms.filter(isMechanism), ...terms.filter(({ kind }) => kind === 'redirect')];
  const left = SPF_LOOKUPS_MAXIMUM - state.lookups;
  const questions = inOrder
    .filter(asksDns)
    .slice(0, left)
    .flatMap((term) => questionOf(term, place.domain) ?? []);
  const here = { ...place, answers: yield* ask(questions) };
  for (const term of inOrder) {
    if (term.kind === 'all') return term.qualifier;
    if (!asksDns(term)) continue;
    if (parts) state.term = renderSpfTerm(term);
    const before = { lookups: state.lookups, unanswered: state.unanswered.size };
    const verdict = yield* walkTerm(state, term, here);
    const isWhole = !state.isOver && state.unanswered.size === before.unanswered;
    const lookups = Math.min(state.lookups, SPF_LOOKUPS_MAXIMUM) - before.lookups;
    parts?.push({ term: state.term, lookups, isWhole });
    if (state.isOver || verdict !== null) return verdict;
  }
  return null;
}

function* walkTerm(state: State, term: SpfTerm, here: Here): Asking<SpfQualifier | null> {
  state.lookups += 1;
  if (state.lookups > SPF_LOOKUPS_MAXIMUM) {
    state.isOver = true;
    const attrs = { term: state.term, maximum: SPF_LOOKUPS_MAXIMUM };
    state.faults.push({ code: 'SPF_WALK_TOO_MANY_LOOKUPS', attrs });
    return null;
  }
  const name = nameOf(term, here.domain);
  if (name === null || term.kind === 'ptr') return null;
  if (term.kind === 'include' || term.kind === 'redirect') {
    const verdict = yield* walkOther(state, name, here);
    if (!isMechanism(term)) return verdict;
    // An include matches the senders that its record passes. RFC 7208 §5.2.
    return verdict === '+' ? term.qualifier : null;
  }
  const question = questionOf(term, here.domain);
  const answer = question && here.answers.get(keyOf(question));
  if (!question || answer === undefined) return null;
  // For an IPv6 sender a host without IPv6 addresses is a void lookup, too. Only hosts without any address count here: hardly any owner
  // means one.
  if (term.kind === 'a') yield* findAddresses(state, [name], here.answers);
  else if (note(state, term.kind === 'mx' ? `${name} (MX)` : name, answer)) {
    if (term.kind === 'exists') return term.qualifier;
    if (answer.length > SPF_MX_MAXIMUM) {
      const attrs = { term: state.term, name, count: answer.length, maximum: SPF_MX_MAXIMUM };
      state.faults.push({ code: 'SPF_WALK_TOO_MANY_MX', attrs });
    } else yield* findAddresses(state, answer.map(exchangeOf).filter(couldBeName), new Map());
  }
  return null;
}

/** The record of another name; there must be exactly one, and it must be valid. RFC 7208 §5.2, §6.1. */
function* walkOther(state: State, name: string, { path, answers }: Here): Asking<SpfQualifier | null> {
  const { term } = state;
  if (path.includes(name)) {
    state.isOver = true;
    state.faults.push({ code: 'SPF_WALK_LOOP', attrs: { term, name } });
    return null;
  }
  // A name that can't be looked up doesn't exist. RFC 7208 §4.3.
  const answer = couldBeName(name) ? answers.get(keyOf({ name, type: 'TXT' })) : [];
  if (answer === undefined) return null;
  if (couldBeName(name)) note(state, name, answer);
  if (answer === null) return null;
  const [text, second] = answer.filter(isSpfText);
  if (text === undefined || second !== undefined) {
    const code = text === undefined ? 'SPF_WALK_NO_RECORD' : 'SPF_WALK_TWO_RECORDS';
    state.faults.push({ code, attrs: { term, name } });
    return null;
  }
  const parsed = parseSpf(text);
  if (parsed.ok) return yield* walkRecord(state, parsed.value, { domain: name, path: [...path, name] }, null);
  const word = 'term' in parsed.attrs ? parsed.attrs.term : text;
  state.faults.push({ code: 'SPF_WALK_INVALID', attrs: { term, name, word: word.slice(0, CHARACTERS_TOLD) } });
  return null;
}

/** Counts the hosts that have no address of either kind. */
function* findAddresses(state: State, names: string[], known: ReadonlyMap<string, SpfAnswer>): Asking<void> {
  const ofType = (type: 'A' | 'AAAA', hosts: string[]) => hosts.map((name): SpfQuestion => ({ name, type }));
  const ip4 = known.size > 0 ? known : yield* ask(ofType('A', names));
  const without = names.filter((name) => ip4.get(keyOf({ name, type: 'A' }))?.length === 0);
  const ip6 = yield* ask(ofType('AAAA', without));
  for (const name of names) {
    const answer = ip4.get(keyOf({ name, type: 'A' }));
    if (answer !== undefined)
      note(state, name, answer?.length === 0 ? (ip6.get(keyOf({ name, type: 'AAAA' })) ?? null) : answer);
  }
}

/** Whether something was found. Counts void lookups, and remembers missing answers. */
function note(state: State, name: string, answer: SpfAnswer): answer is readonly string[] {
  if (answer === null) state.unanswered.add(name);
  else if (answer.length === 0) state.voids.push(name);
  return answer !== null && answer.length > 0;
}

function* ask(questions: readonly SpfQuestion[]): Asking<Map<string, SpfAnswer>> {
  const once = [...new Map(questions.map((each) => [keyOf(each), each])).values()];
  if (once.length === 0) return new Map();
  const answers = yield once;
  return new Map(once.map((each, place) => [keyOf(each), answers[place] ?? null]));
}

const TYPES = { include: 'TXT', redirect: 'TXT', a: 'A', exists: 'A', mx: 'MX' } as const;

/** Null if nothing can be looked up: the name depends on the mail, or is too long. */
function questionOf(term: SpfTerm, domain: string): SpfQuestion | null {
  const name = nameOf(term, domain);
  const type = term.kind in TYPES ? TYPES[term.kind as keyof typeof TYPES] : null;
  return name === null || type === null || !couldBeName(name) ? null : { name, type };
}

function nameOf(term: SpfTerm, domain: string): string | null {
  if (!('domain' in term)) return null;
  return term.domain === null ? domain : literalName(term.domain);
}

const keyOf = ({ name, type }: SpfQuestion): string => `${type} ${name}`;
const exchangeOf = (value: string): string => value.slice(value.lastIndexOf(' ') + 1).toLowerCase();
