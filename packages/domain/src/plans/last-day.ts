import { dayOf, type PlainDate } from '../dates/index.ts';

type Dated = { currentPeriod?: { to: PlainDate } | null | undefined; expiresOn: string | null };

/** A plan's last day, the same for every reader; null for a plan without an end. */
export const lastDayOf = ({ currentPeriod, expiresOn }: Dated): PlainDate | null =>
  currentPeriod?.to ?? (expiresOn === null ? null : dayOf(expiresOn));
