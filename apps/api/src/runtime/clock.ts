/** The only source of time. In evaluation it can be moved forward, for all processes. */
export type Clock = { now(): Date };

export type MovableClock = Clock & {
  setOffsetMillis(offset: number): void;
  offsetMillis(): number;
  /** The time without the offset: for what other programs sign, who know nothing of it. */
  unmoved(): Date;
};

/** A clock plus an offset. `readMillis` is the database's clock (`Database.nowMillis`). ADR 71. */
export function movableClock(readMillis: () => number): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(readMillis() + offset),
    setOffsetMillis: (next) => {
      offset = next;
    },
    offsetMillis: () => offset,
    unmoved: () => new Date(readMillis()),
  };
}
