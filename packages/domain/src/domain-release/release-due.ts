import { DELETION_MILLIS } from '../billing/index.ts';

/** Why a domain has no order left: its data was deleted 30 days after the end, or nobody proved within a trial that the domain is theirs. */
export type ReleaseReason = 'ended' | 'unproven';

/**
 * When a domain is released whose last order has ended: at once, as whoever has the name keeps everybody else from it. Only where mail arrives
 * in mailboxes is it kept as long as after the end of any other subscription: then the domain's own records lead here, so it is no stranger
 * who holds the name.
 */
export const releaseDueMillis = (endedAtMillis: number, { keepsMail }: { keepsMail: boolean }): number =>
  keepsMail ? endedAtMillis + DELETION_MILLIS : endedAtMillis;
