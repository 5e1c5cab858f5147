const MINUTE_MILLIS = 60_000;

/** A visit lasts this long, and each extension restarts this time. */
const VISIT_MILLIS = 30 * MINUTE_MILLIS;
/** No visit lasts longer, however often it is extended. */
const VISIT_LONGEST_MILLIS = 4 * 60 * MINUTE_MILLIS;
/** How long a visit waits for the owner's yes. */
/** Visits that one member of staff may ask for in 15 minutes: in all, and at one domain, whose owner gets a mail for each. */
export const VISITS_MAXIMUM = { ofStaff: 60, atDomain: 10 } as const;

export const VISIT_WAITS_MILLIS = 30 * MINUTE_MILLIS;
/** With this much time left, the supporter is warned once. */
export const VISIT_NEARS_END_MILLIS = 5 * MINUTE_MILLIS;

export const REASON_MAXIMUM = 300;
export const TICKET_MAXIMUM = 60;

/** When a visit started or extended now will end: in half an hour, but never past its longest time. All in milliseconds since 1970. */
export const visitEnd = (startedAt: number, now: number): number =>
  Math.min(now + VISIT_MILLIS, startedAt + VISIT_LONGEST_MILLIS);
