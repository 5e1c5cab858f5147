import { SPF_LOOKUPS_MAXIMUM, SPF_MX_MAXIMUM, SPF_VOIDS_MAXIMUM } from './limits.ts';
import { isSpfText, parseSpf } from './parse-spf.ts';
import { renderSpfTerm } from './render-spf.ts';
import { couldBeName, literalName } from './spf-name.ts';
import { isMechanism, type SpfQualifier, type SpfRecord, type SpfTerm } from './spf-record.ts';
import { asksDns, termsThatCount } from './spf-warnings.ts';

/** What is asked on the way through a record and what it includes. Names are full, lower case, without the last dot. */
export type SpfQuestion = { name: string; type: 'TXT' | 'A' | 'AAAA' | 'MX' };

/** The values of the name, MX as `10 mx.example.net`; none where there is no such name or nothing of the type. Null: nobody answered. */
export type SpfAnswer = readonly string[] | null;

/** Why receivers answer with a permanent error. `term` is the domain's own term that leads there. RFC 7208 §4.6.4, §5.2, §5.4. */
type SpfWalkFault =
  | { code: 'SPF_WALK_TOO_MANY_LOOKUPS'; attrs: { term: string; maximum: number } }
  | { code: 'SPF_WALK_TOO_MANY_VOIDS'; attrs: { voids: number; maximum: number; names: string } }
  | { code: 'SPF_WALK_TOO_MANY_MX'; attrs: { term: string; name: string; count: number; maximum: number } }
  | { code: 'SPF_WALK_INVALID'; attrs: { term: string; name: string; word: string } }
  | { code: 'SPF_WALK_NO_RECORD' | 'SPF_WALK_TWO_RECORDS' | 'SPF_WALK_LOOP'; attrs: { term: string; name: string } };

/** What a record asks for in all, for a sender whom no term of it matches. Nothing of this makes a domain unverified: it is advice. */
export type SpfWalk = {
  /** Counted to the first beyond the limit. */
  lookups: number;
  maximum: number;
  /** Look-ups that found nothing. */
  voids: number;
  /** How much each own term asks, with all that it leads to. Not whole: the limit came before its end, or nobody answered. */
  parts: { term: string; lookups: number; isWhole: boolean }[];
  faults: SpfWalkFault[];
  /** Names about which nobody answered: nothing is said of them (ADR 18). */
  unanswered: string[];
};

/** Names that are told at most: whoever mends one finds the next. */
const NAMES_TOLD = 5;
/** Of what strangers wrote. */
const CHARACTERS_TOLD = 100;

type State = {
  lookups: number;
  voids: string[];
  faults: SpfWalkFault[];
  unanswered: Set<string>;
  isOver: boolean;
  /** The own term that is being followed. */
  term: string;
};
type Asking<T> = Generator<SpfQuestion[], T, SpfAnswer[]>;
type Here = { domain: string; path: readonly string[]; answers: ReadonlyMap<string, SpfAnswer> };

/**
 * Walks through a record and what it includes, in the order of a receiver: yields what to ask, at once, and takes the answers in the same
 * order. Ends at the first look-up beyond the limit, and where it comes in a circle. What a macro makes depends on the mail: it counts, and
 * is not asked.
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

/** What everybody comes to who was matched by nothing before; null: the next term decides. `parts` for the domain's own record. */
function* walkRecord(
  state: State,
  record: SpfRecord,
  place: Omit<Here, 'answers'>,
  parts: SpfWalk['parts'] | null,
): Asking<SpfQualifier | null> {
  const terms = termsThatCount(record);
  // Wherever it stands, `redirect` comes last. RFC 7208 §6.1.
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
    // An include matches whom its record passes. RFC 7208 §5.2.
    return verdict === '+' ? term.qualifier : null;
  }
  const question = questionOf(term, here.domain);
  const answer = question && here.answers.get(keyOf(question));
  if (!question || answer === undefined) return null;
  // An IPv6 sender of a host without IPv6 addresses finds nothing either, but hardly any host lacks both by its owner's will.
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

/** The record of another name, which must be there, once, and right. RFC 7208 §5.2, §6.1. */
function* walkOther(state: State, name: string, { path, answers }: Here): Asking<SpfQualifier | null> {
  const { term } = state;
  if (path.includes(name)) {
    state.isOver = true;
    state.faults.push({ code: 'SPF_WALK_LOOP', attrs: { term, name } });
    return null;
  }
  // What cannot be asked for is not there. RFC 7208 §4.3.
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

/** Whether something was found. What was not is counted, and what nobody said is remembered. */
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

/** Null where nothing can be asked: the name depends on the mail, or no name is so long. */
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
