import type { PaymentTaker } from '../partners/who-takes-payment.ts';
import { type PlainDate, plainDateOf, startOfDayMillis } from '../dates/index.ts';

const MILLIS_A_DAY = 86_400_000;

/** How many days after the expiry a failed renewal is tried again. */
const RETRY_DAYS = [1, 3, 5, 7] as const;

/** How long the service runs on unpaid. After a hard decline it does, too: there is time to give another card. */
const GRACE_DAYS = 7;

const REMINDER_DAYS = 5;

/**
 * How many days before a period's end the next one may be paid by hand: once the reminder has asked for the payment, or in the last 24
 * hours if a card is charged automatically.
 */
export const renewableDaysAhead = (taker: PaymentTaker): number => (taker === 'partner-page' ? REMINDER_DAYS : 0);

/** From the stop of the service to the end of its data, and to the two warnings before it. */
const DELETION_DAYS = 30;
export const DELETION_MILLIS = DELETION_DAYS * MILLIS_A_DAY;
const DELETION_WARNING_DAYS = [DELETION_DAYS - 7, DELETION_DAYS - 1] as const;

/**
 * Where a subscription is in its life. Instants are epoch milliseconds.
 */
export type LifeState = {
  expiresAt: number;
  /** Whether it is renewed at its expiry. */
  renews: boolean;
  isReminded: boolean;
  /** How often the renewal was tried and failed. */
  failures: number;
  /** A hard decline isn't tried again. */
  isHardDecline: boolean;
  /** When the service stopped; null while it runs. */
  stoppedAt: number | null;
  /** How many of the warnings before the deletion were sent. */
  deletionWarnings: number;
  /** By how much what follows a failed renewal, or the stop, is put off, because a step came late: `putsOffMillis`. */
  lateMillis: number;
  /** The add-ons in a trial. */
  addOnTrials: readonly AddOnTrial[];
};

type AddOnTrial = { addOnId: string; endsAt: number; isReminded: boolean };

/**
 * What is due next, and as of when: it bills and writes as of that instant, however late it runs.
 */
export type DueWork =
  | { at: number; kind: 'remind' | 'renew' | 'retry' | 'stop' | 'warn-deletion' | 'delete' }
  | { at: number; kind: 'remind-add-on-trial' | 'end-add-on-trial'; addOnId: string };

/** A step that comes later than this puts off what follows it. */
const LATE_MILLIS = MILLIS_A_DAY;
/** Steps after which a customer has some days to give another card, to pay, or to save their mail. */
const LEAVES_TIME = new Set<DueWork['kind']>(['renew', 'retry', 'stop', 'warn-deletion']);
/** A reminder that comes before the charge is late, but leaves time. */
const REMINDER_MILLIS = REMINDER_DAYS * MILLIS_A_DAY;

/**
 * By how much more a step puts off what follows it: by all that it comes late, if that is more than a day, because the panel was down or
 * renewals were off. So nobody is charged without a reminder, no card is tried four times in a minute, and no mail is deleted unwarned.
 */
export function putsOffMillis({ kind, at }: DueWork, nowMillis: number): number {
  const late = nowMillis - at;
  const isLate = kind === 'remind' ? late > REMINDER_MILLIS : LEAVES_TIME.has(kind) && late > LATE_MILLIS;
  return isLate ? late : 0;
}

/**
 * The next thing that happens to a subscription automatically: a reminder five days before the charge, the renewal at the expiry, its
 * retries, the stop of the service, two warnings and the deletion of its data. In between, the trials of its add-ons end. Rules A-03, L-03,
 * L-05, S-05.
 */
export function nextDueWork(state: LifeState): DueWork {
  const own = nextOwnWork(state);
  const ofTrials = state.stoppedAt === null ? state.addOnTrials.filter((one) => !isAfterUnpaid(one, state)) : [];
  // At the same instant the order comes first, because its renewal charges the add-on too, and its end ends it too.
  return ofTrials.map(nextTrialWork).reduce<DueWork>((first, work) => (work.at < first.at ? work : first), own);
}

/** A trial that outlives a period whose renewal failed waits for the renewal: until then there is no period to charge it for. Rule A-03. */
const isAfterUnpaid = ({ endsAt }: AddOnTrial, { expiresAt, failures }: LifeState): boolean =>
  failures > 0 && endsAt > expiresAt;

/** A reminder five days before the charge, and the charge. */
const nextTrialWork = ({ addOnId, endsAt, isReminded }: AddOnTrial): DueWork =>
  isReminded
    ? { at: endsAt, kind: 'end-add-on-trial', addOnId }
    : { at: endsAt - REMINDER_DAYS * MILLIS_A_DAY, kind: 'remind-add-on-trial', addOnId };

/** The next step of the order alone, without its add-ons' trials. */
export function nextOwnWork(state: LifeState): DueWork {
  const { expiresAt, stoppedAt, lateMillis } = state;
  if (stoppedAt !== null) {
    const warning = DELETION_WARNING_DAYS[state.deletionWarnings];
    return warning === undefined
      ? { at: stoppedAt + lateMillis + DELETION_DAYS * MILLIS_A_DAY, kind: 'delete' }
      : { at: stoppedAt + lateMillis + warning * MILLIS_A_DAY, kind: 'warn-deletion' };
  }
  if (!state.renews) return { at: expiresAt + graceMillis(state), kind: 'stop' };
  if (!state.isReminded) return { at: expiresAt - REMINDER_DAYS * MILLIS_A_DAY, kind: 'remind' };
  if (state.failures === 0) return { at: expiresAt + lateMillis, kind: 'renew' };
  const days = state.isHardDecline ? undefined : RETRY_DAYS[state.failures - 1];
  return days === undefined
    ? { at: expiresAt + graceMillis(state), kind: 'stop' }
    : { at: expiresAt + lateMillis + days * MILLIS_A_DAY, kind: 'retry' };
}

/** After a failed renewal the whole grace remains, even if nothing renews now: a card may be removed before its successor is added. */
const graceMillis = ({ failures, lateMillis }: Pick<LifeState, 'failures' | 'lateMillis'>): number =>
  failures > 0 ? lateMillis + GRACE_DAYS * MILLIS_A_DAY : 0;

/** A try of a renewal: made and failed, the next one, or one after it. */
export type RenewalTry = { at: number; state: 'failed' | 'next' | 'later' };

/** The tries of a renewal that failed at least once, in order; none before. A hard decline leaves only those that were made. Rule L-03. */
export function renewalTries({ expiresAt, failures, isHardDecline, stoppedAt, lateMillis }: LifeState): RenewalTry[] {
  if (failures === 0) return [];
  const first = expiresAt + (stoppedAt === null ? lateMillis : 0);
  const days = [0, ...RETRY_DAYS].slice(0, isHardDecline || stoppedAt !== null ? failures : undefined);
  return days.map((day, index) => ({
    at: first + day * MILLIS_A_DAY,
    state: index < failures ? 'failed' : index === failures ? 'next' : 'later',
  }));
}

/** When the service stops if nobody does anything about it, and when its data is deleted then; null for one that renews. Rules L-03, S-05. */
export function plannedEnd({
  expiresAt,
  renews,
  failures,
  stoppedAt,
  lateMillis,
}: LifeState): { stop: number; deletion: number } | null {
  if (stoppedAt === null && renews && failures === 0) return null;
  const stop = stoppedAt ?? expiresAt + graceMillis({ failures, lateMillis });
  const putOff = stoppedAt === null ? 0 : lateMillis;
  return { stop, deletion: stop + putOff + DELETION_DAYS * MILLIS_A_DAY };
}

/** The day on which the data of an order is deleted that ends on a day, the same day for every reader. Rule S-05. */
export const deletionAfter = (end: PlainDate): PlainDate =>
  plainDateOf(startOfDayMillis(end) + DELETION_DAYS * MILLIS_A_DAY);
