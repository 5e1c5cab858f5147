/** The only source of time. In evaluation it can be moved forward, for all processes. */
export type Clock = { now(): Date };

export type MovableClock = Clock & {
  setOffsetMillis(offset: number): void;
  offsetMillis(): number;
  /** Stops the clock at a time, in epoch milliseconds, or starts it again. */
  freeze(atMillis: number | null): void;
  frozenAtMillis(): number | null;
  /** The time without the offset, for what other programs sign, as they know nothing of the offset. */
  unmoved(): Date;
};

/** A clock plus an offset. `readMillis` is the database's clock (`Database.nowMillis`). ADR 71. */
export function movableClock(readMillis: () => number): MovableClock {
  let offset = 0;
  let frozen: number | null = null;
  return {
    now: () => new Date(frozen ?? readMillis() + offset),
    setOffsetMillis: (next) => {
      offset = next;
    },
    offsetMillis: () => offset,
    freeze: (atMillis) => {
      frozen = atMillis;
    },
    frozenAtMillis: () => frozen,
    unmoved: () => new Date(readMillis()),
  };
}
