/** Answers in a row without a record: how many, and when the first and the last of them came, in milliseconds since 1970. */
type Absence = { answers: number; sinceMillis: number; lastMillis: number };

/** What a domain's authoritative servers said about one record of ours: when they last had it, and the answers without it since then. */
type RecordEvidence = { seenAtMillis: number | null; absence: Absence | null };

/**
 * What is known about a domain's mail: about its ownership record, and about MX records that point here. `mxProves` is false where someone
 * else may have set the MX record, until ownership is proven: for a name that another customer had before, and for one below another domain
 * (`www.example.com` is often an alias of `example.com`), with a name of our own in it, or that is itself an alias. ADR 24.
 */
export type MailEvidence = { ownership: RecordEvidence; mx: RecordEvidence; mxProves: boolean };

/** What a look-up says about a record. `unknown`: nobody answered, which proves nothing (ADR 18). */
export type RecordAnswer = 'present' | 'absent' | 'unknown';

/**
 * What our servers do with a domain's mail.
 * - `isLocal`: mail that our customers send there is delivered here. Otherwise it goes to the domain's public MX.
 * - `receives`: mail from outside is accepted. Otherwise it waits at its sender.
 * - `maySend`: its mailboxes may send as the domain.
 */
export type DomainMail = { isLocal: boolean; receives: boolean; maySend: boolean };

/** One word for people: the mail arrives here; it doesn't yet; it no longer does, because the MX record leads elsewhere. */
export type DomainMailState = 'local' | 'waiting' | 'moved-away';

const UNSEEN: RecordEvidence = { seenAtMillis: null, absence: null };
export const NO_MAIL_EVIDENCE: MailEvidence = { ownership: UNSEEN, mx: UNSEEN, mxProves: true };

/** A record is definitely gone after this many answers without it … */
const GONE_ANSWERS = 3;
/** … if the last of them came this long after the first. One wrong answer, or an hour of them, stops nobody's mail. */
const GONE_MILLIS = 24 * 3_600_000;
/** Answers closer together count once: pressing a button again and again tells nothing new. */
const SEPARATE_MILLIS = 3_600_000;

/**
 * What a look-up says about a domain's two records. `mayMxProve`: the name is a registrable one, none of our own and no alias, so an MX
 * record can only be there because its owner set it.
 */
export type MailAnswers = Record<'ownership' | 'mx', RecordAnswer> & { mayMxProve: boolean };

/** The evidence after a check's answers. A record that is there again is there at once; its absence counts from the start. */
export function evidenceAfter(before: MailEvidence, answers: MailAnswers, nowMillis: number): MailEvidence {
  const ownership = recordAfter(before.ownership, answers.ownership, nowMillis);
  const wasOwned = ownership.seenAtMillis !== null;
  return {
    ownership,
    mx: recordAfter(before.mx, answers.mx, nowMillis),
    mxProves: answers.ownership === 'present' || (before.mxProves && (answers.mayMxProve || wasOwned)),
  };
}

function recordAfter(before: RecordEvidence, answer: RecordAnswer, nowMillis: number): RecordEvidence {
  if (answer === 'unknown') return before;
  if (answer === 'present') return { seenAtMillis: nowMillis, absence: null };
  const { absence, seenAtMillis } = before;
  // An evaluation's clock may have been put back: what lies in the future is counted again.
  if (absence === null || absence.lastMillis > nowMillis)
    return { seenAtMillis, absence: { answers: 1, sinceMillis: nowMillis, lastMillis: nowMillis } };
  if (nowMillis - absence.lastMillis < SEPARATE_MILLIS) return before;
  return { seenAtMillis, absence: { ...absence, answers: absence.answers + 1, lastMillis: nowMillis } };
}

const isGone = ({ absence }: RecordEvidence): boolean =>
  absence !== null && absence.answers >= GONE_ANSWERS && absence.lastMillis - absence.sinceMillis >= GONE_MILLIS;

const isHere = (record: RecordEvidence): boolean => record.seenAtMillis !== null && !isGone(record);

/**
 * What our servers do with a domain's mail. Ownership is proven by the bundle's own token in the domain's ownership record; a tick, an order
 * or a partner's word proves nothing. Once the MX record has definitely led elsewhere, mail follows it, but a proven owner still sends, and
 * receives what another server (a filter service, for example) hands on to us. ADR 24.
 */
export function domainMail({ ownership, mx, mxProves }: MailEvidence): DomainMail {
  const isOwned = isHere(ownership);
  const isProven = isOwned || (mxProves && isHere(mx));
  const isLocal = isProven && !isGone(mx);
  return { isLocal, receives: isLocal || isOwned, maySend: isProven };
}

/** The state of a domain's mail in one word. */
export function domainMailState(evidence: MailEvidence): DomainMailState {
  if (domainMail(evidence).isLocal) return 'local';
  const { mx, ownership } = evidence;
  return isGone(mx) && (mx.seenAtMillis !== null || isHere(ownership)) ? 'moved-away' : 'waiting';
}

/** Whether answers without one of the records are being counted, so that the next answer is worth having soon. */
export const isAbsenceCounted = ({ ownership, mx }: MailEvidence): boolean =>
  [ownership, mx].some((record) => record.seenAtMillis !== null && record.absence !== null && !isGone(record));

/** The evidence of an ownership record whose token has changed: whatever proved the former token proves nothing. */
export const withoutOwnership = (evidence: MailEvidence): MailEvidence => ({ ...evidence, ownership: UNSEEN });

/** Top-level domains that nobody can register (RFC 2606 §2). An evaluation takes names under them as proven. */
export const RESERVED_TOP_LEVEL_DOMAINS = ['test', 'example', 'invalid', 'localhost'] as const;

/** Whether a name lies under one of these top-level domains. */
export const isUnder = (topLevelDomains: readonly string[], domainName: string): boolean =>
  domainName.includes('.') && topLevelDomains.includes(domainName.slice(domainName.lastIndexOf('.') + 1));
