import type { DomainConnectData } from '@postern/contract/domain-connection';
import type { Finding } from '@postern/domain/domain-connection';
import { mailTrouble } from './mail-trouble.ts';

type Found = DomainConnectData['findings'][number];
type ZoneRecord = Found['before'][number];
export type Purpose = Found['purpose'];

/** The state of a card. `ready`: the key's record exists, but no mail is signed with it yet. `notNeeded`: right without a record. */
export type CardState = 'right' | 'notNeeded' | 'ready' | 'part' | 'change' | 'missing' | 'unknown' | 'waiting';

/** A record to type in; `added` are the words of its value that the found record lacks. */
export type RecordToAdd = {
  type: ZoneRecord['type'];
  host: string;
  priority: number | null;
  ttlSeconds: number;
  value: string;
  added: readonly string[];
};
export type FoundRecord = { value: string; host: string; isToGo: boolean };

/** Everything that the page shows for one purpose. */
export type RecordCard = {
  purpose: Purpose;
  state: CardState;
  /** What to do, each once, as codes of the findings. */
  codes: Finding['code'][];
  toAdd: RecordToAdd[];
  found: FoundRecord[];
  /** The server that answered. */
  asked: string | null;
  /** For DKIM: the key's name. */
  selector: string | null;
};

type Known = Pick<
  DomainConnectData,
  | 'findings'
  | 'expectedRecords'
  | 'lookUps'
  | 'mxVerified'
  | 'spfVerified'
  | 'domainOwnershipVerified'
  | 'dkimVerified'
  | 'aVerified'
  | 'cNameVerified'
> &
  Pick<DomainConnectData, 'mailState' | 'mailSends'>;

/** The purposes that connect mail, those that connect a site, and the recommended ones. Spec 2 §4. */
export const MAIL_PURPOSES: readonly Purpose[] = ['ownership', 'mx', 'spf'];
/** Those that make mail of a domain arrive and be trusted. */
export const SIGNED_PURPOSES: readonly Purpose[] = ['ownership', 'mx', 'spf', 'dkim', 'dmarc'];
export const SITE_PURPOSES: readonly Purpose[] = ['a', 'cname'];
/** Those by which senders encrypt, and report when they can't. */
export const TRANSPORT_PURPOSES: readonly Purpose[] = ['mta-sts', 'tls-rpt'];
export const FURTHER_PURPOSES: readonly Purpose[] = ['dkim', 'dmarc', ...TRANSPORT_PURPOSES];

/** One card for each of these purposes that has expected records. */
export function recordCards(known: Known, purposes: readonly Purpose[], domain: string): RecordCard[] {
  const wanted = new Set(known.expectedRecords.map(({ purpose }) => purpose));
  return purposes.filter((purpose) => wanted.has(purpose)).map((purpose) => cardOf(known, purpose, domain));
}

export const isRight = ({ state }: Pick<RecordCard, 'state'>): boolean => state === 'right' || state === 'notNeeded';

function cardOf(known: Known, purpose: Purpose, domain: string): RecordCard {
  const findings = known.findings.filter((finding) => finding.purpose === purpose);
  const open = findings.filter(({ verdict }) => verdict !== 'match');
  const state = stateOf(known, purpose, findings);
  const rows = known.expectedRecords.filter((row) => row.purpose === purpose);
  const isDone = state === 'right' || state === 'notNeeded';
  const toAdd = open.filter(isDecided).flatMap(({ before, after }) => after.map((each) => toRow(each, before)));
  // The second record of a key is optional: shown only along with records that must be entered.
  const looked = new Set(findings.flatMap(({ before, after }) => [...before, ...after].map(({ host }) => host)));
  const beside = rows.filter(({ Host }) => !looked.has(Host)).map(expectedRow);
  return {
    purpose,
    state,
    codes: isDone ? [] : codesOf(open),
    // If the check had no answer, or only a person can decide, the expected records are shown.
    toAdd: isDone
      ? []
      : open.some((each) => !isDecided(each))
        ? rows.map(expectedRow)
        : toAdd.length === 0
          ? []
          : [...toAdd, ...beside],
    found: isDone ? [] : open.flatMap((each) => each.before.map((record) => foundOf(record, isDecided(each)))),
    asked: isDone ? null : serverAsked(known, rows, domain),
    selector: purpose === 'dkim' ? (rows[0]?.Host.replace(/\._domainkey.*$/, '') ?? null) : null,
  };
}

const VERIFIED = {
  ...{ ownership: 'domainOwnershipVerified', mx: 'mxVerified', spf: 'spfVerified' },
  ...{ dkim: 'dkimVerified', a: 'aVerified', cname: 'cNameVerified' },
} as const satisfies Partial<Record<Purpose, keyof Known>>;

/** What was verified stays verified while name servers don't answer: ADR 18. */
function stateOf(known: Known, purpose: Purpose, findings: readonly Found[]): CardState {
  const has = (verdict: Found['verdict']) => findings.some((finding) => finding.verdict === verdict);
  // Where ownership needs no record it counts as verified from the start, but nothing is found before a name server has answered.
  if (purpose === 'ownership' && findings.length === 0) return 'waiting';
  const isSeen = findings.length > 0 && findings.every(({ verdict }) => verdict === 'match');
  const flag = purpose in VERIFIED ? VERIFIED[purpose as keyof typeof VERIFIED] : null;
  // Where ownership counts as verified anyway, its record still proves the domain while mail waits for that (ADR 24).
  const isProof = purpose === 'ownership' && !has('match') && waitsForProof(known);
  if (!isProof && (flag === null ? isSeen : known[flag]))
    return purpose === 'ownership' && has('missing') && !has('match') ? 'notNeeded' : 'right';
  if (findings.length === 0) return 'waiting';
  if (has('unknown')) return 'unknown';
  if (isSeen) return purpose === 'dkim' ? 'ready' : 'unknown';
  if (has('match')) return 'part';
  return has('conflict') || has('stale') ? 'change' : 'missing';
}

const waitsForProof = (known: Known): boolean => {
  const trouble = mailTrouble(known);
  return trouble === 'waiting' || trouble === 'left';
};

/** Whether the rule decided what to do; otherwise the found records stay. */
const isDecided = ({ verdict, before, after }: Found): boolean =>
  verdict !== 'unknown' && (before.length === 0 || JSON.stringify(before) !== JSON.stringify(after));

function toRow({ type, host, ttlSeconds, value }: ZoneRecord, before: readonly ZoneRecord[]): RecordToAdd {
  const there = new Set(before.flatMap((record) => wordsOf(record)));
  const words = wordsOf({ type, value });
  const added = there.size === 0 ? [] : words.filter((word) => !there.has(word));
  const row = { type, host, ttlSeconds, added: added.length < words.length ? added : [] };
  if (type !== 'MX') return { ...row, priority: null, value };
  const [priority = '', exchange = ''] = value.split(' ');
  return { ...row, priority: Number(priority), value: exchange };
}

/** Each once; deletions before additions, because most providers don't accept both at once. */
function codesOf(open: readonly Found[]): Finding['code'][] {
  const codes = [...new Set(open.map(({ code }) => code as Finding['code']))];
  const isRemoval = (code: string) => code.startsWith('REMOVE_');
  return [...codes.filter(isRemoval), ...codes.filter((code) => !isRemoval(code))];
}

/** Only SPF is compared word by word. */
const wordsOf = ({ type, value }: Pick<ZoneRecord, 'type' | 'value'>): string[] =>
  type === 'TXT' && /^v=spf1 /i.test(value) ? value.split(' ') : [];

const expectedRow = (row: DomainConnectData['expectedRecords'][number]): RecordToAdd => ({
  type: row.Type,
  host: row.Host,
  priority: row.Priority ?? null,
  ttlSeconds: row.TTL,
  value: row.Point_to,
  added: [],
});

const foundOf = ({ type, host, value }: ZoneRecord, isToGo: boolean): FoundRecord => ({
  host,
  value: type === 'MX' || type === 'TXT' ? value : `${type} ${value}`,
  isToGo,
});

/** The last server that was asked for the card's records. */
function serverAsked({ lookUps }: Known, rows: DomainConnectData['expectedRecords'], domain: string): string | null {
  const isOfCard = ({ name, type }: DomainConnectData['lookUps'][number]) =>
    rows.some(({ Type, Host }) => Type === type && name === (Host === '@' ? domain : `${Host}.${domain}`));
  return lookUps.find(isOfCard)?.asked.at(-1)?.server ?? null;
}
